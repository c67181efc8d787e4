import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { beginTrace, continueTrace, inSpan, traceparent, traceShare } from './spans.ts'

const handedOn = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
const facts = { kind: 'internal' } as const
const exporter = new InMemorySpanExporter()
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
})
afterEach(() => {
  traceShare(null)
  exporter.reset()
})
afterAll(() => {
  trace.disable()
  context.disable()
})
const names = () => exporter.getFinishedSpans().map(({ name }) => name)
const handsOn = async () => traceparent()

it('off, no work is a span, and nothing is handed on', async () => {
  const work = () => inSpan('inner', facts, handsOn)
  expect(await beginTrace('outer', facts, work)).toBeUndefined()
  expect(await continueTrace(handedOn, work)).toBeUndefined()
  expect(names()).toEqual([])
})

it('a part of the work begins a trace, the rest makes no span; what was handed on goes on', async () => {
  traceShare(1e-12)
  expect(await beginTrace('outer', facts, () => inSpan('inner', facts, handsOn))).toBeUndefined()
  expect(await inSpan('alone', facts, handsOn)).toBeUndefined()
  expect(await continueTrace('00-x-y-01', () => inSpan('inner', facts, handsOn))).toBeUndefined()
  expect(await continueTrace(handedOn, handsOn)).toBe(handedOn)
  expect(await continueTrace(handedOn, () => inSpan('inner', facts, handsOn))).toMatch(/^00-(ab){16}-(?!cdcd)/)
  expect(names()).toEqual(['inner'])
})

it('work that goes on after its span, or is started by another’s, belongs to no trace', async () => {
  traceShare(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  let later: Promise<string | undefined> | undefined
  await beginTrace('outer', facts, async () => {
    later = promise.then(() => inSpan('later', facts, handsOn))
    traceShare(1e-12)
    expect(await beginTrace('another', facts, handsOn)).toBeUndefined()
    expect(await continueTrace(undefined, handsOn)).toBeUndefined()
  })
  resolve()
  expect(await later).toBeUndefined()
  expect(names()).toEqual(['outer'])
})

it('an error is its code, without its message; only a fault of ours marks the span', async () => {
  traceShare(1)
  const fails = (error: Error) => beginTrace('outer', facts, () => Promise.reject(error)).catch(() => {})
  await fails(new AppError('not_found', 'no keyword “secret”'))
  await fails(new Error('secret'))
  const seen = exporter.getFinishedSpans().map(({ attributes, status }) => [attributes['error.type'], status.code])
  expect(seen).toEqual([
    ['not_found', 0],
    ['internal', 2],
  ])
  expect(JSON.stringify(exporter.getFinishedSpans().map(({ events, status }) => ({ events, status })))).not.toContain(
    'secret',
  )
})
