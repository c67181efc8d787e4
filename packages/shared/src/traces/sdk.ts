import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.ts'

export type Sender = {
  /** An OTLP address over HTTP, with its path. */
  url: string
  service: string
  version: string
  logger: Pick<Logger, 'warn'>
}

const sendEveryMs = 1_000
const sendTimeoutMs = 5_000
/** Spans that wait to be sent; more are lost, and the log says so. */
const maxWaiting = 4_096
const longestValue = 200

/** Sends this thread's spans, as OTLP in JSON. `stop` sends the last ones. */
export function startSdk({ url, service, version, logger }: Sender): { stop(): Promise<void> } {
  const warn = (said: string) => logger.warn({ reason: reasonIn(said) }, 'spans were not sent')
  const silent = () => {}
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendTimeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: longestValue },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs, maxQueueSize: maxWaiting })],
  })
  trace.setGlobalTracerProvider(provider)
  return { stop: () => provider.shutdown().catch((error: unknown) => warn(String(error))) }
}

/** The SDK says an error as JSON, with its stack. */
function reasonIn(said: string): string {
  const [, message = said] = /"message":"([^"]*)"/.exec(said) ?? []
  return message.slice(0, longestValue)
}
