import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AppError } from '../errors.ts'

/** The header that hands a trace on between our programs (W3C Trace Context), over HTTP and NATS. */
export const traceHeader = 'traceparent'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}
/** The words of a span besides its times: names of ours, never a key, an address or a customer's text. */
export type SpanFacts = { kind: keyof typeof kinds; attributes?: Attributes }
type Work<T> = (span?: Span) => Promise<T>

const tracer = trace.getTracer('rank-tracker')
/** The part of requests and jobs that begin a trace; null while traces are off. */
let share: number | null = null

/** Turns spans on, for this part of requests and jobs, or off (null). */
export function traceShare(part: number | null): void {
  share = part
}

/** Runs work as the first span of a new trace; mostly, by the share, of none: then nothing inside makes a span or sends the header. */
export function beginTrace<T>(name: string, facts: SpanFacts, work: Work<T>): Promise<T> {
  if (share === null) return work()
  return Math.random() < share ? runIn(ROOT_CONTEXT, name, facts, work) : outside(work)
}

export function inSpan<T>(name: string, facts: SpanFacts, work: Work<T>): Promise<T> {
  return spanUnderWay() ? runIn(context.active(), name, facts, work) : work()
}

/** Runs work inside the trace that another program hands on, or in none. */
export function continueTrace<T>(handedOn: string | undefined, work: () => Promise<T>): Promise<T> {
  if (share === null) return work()
  const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-01$/.exec(handedOn ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return outside(work)
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
  return context.with(trace.setSpanContext(ROOT_CONTEXT, parent), work)
}

/** The value of the header that hands the trace under way on; undefined without one. */
export function traceparent(): string | undefined {
  const span = spanUnderWay()
  if (!span) return undefined
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

/** A span that has ended takes no more. */
function spanUnderWay(): Span | undefined {
  if (share === null) return undefined
  const span = trace.getActiveSpan()
  return span && (span.isRecording() || span.spanContext().isRemote) ? span : undefined
}

/** A queue may start this work while it ends that of another trace. */
function outside<T>(work: () => Promise<T>): Promise<T> {
  return spanUnderWay() ? context.with(ROOT_CONTEXT, work) : work()
}

function runIn<T>(within: Context, name: string, { kind, attributes = {} }: SpanFacts, work: Work<T>): Promise<T> {
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, within, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      noteError(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Notes an error by its code: its message may have a customer's text in it. */
export function noteError(span: Span | undefined, error: unknown): void {
  const isOurs = !(error instanceof AppError)
  span?.setAttribute('error.type', isOurs ? 'internal' : error.code)
  if (isOurs || error.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
}

/** Each replica hears of the jobs of all, and does some of them: what it has not taken by then is forgotten. */
const maxKept = 1_000

/** The traces of jobs: of the call that asked for it, if it is known here, or a new one. */
export function createJobTraces() {
  const known = new Map<string, string>()
  return {
    keep(job: string, trace: string): void {
      known.set(job, trace)
      const [oldest] = known.keys()
      if (known.size > maxKept && oldest !== undefined) known.delete(oldest)
    },
    run<T>(job: string, name: string, work: () => Promise<T>): Promise<T> {
      const trace = known.get(job)
      known.delete(job)
      const facts = { kind: 'consumer' } as const
      return trace === undefined ? beginTrace(name, facts, work) : continueTrace(trace, () => inSpan(name, facts, work))
    },
  }
}
