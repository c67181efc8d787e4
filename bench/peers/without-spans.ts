import { registerHooks } from 'node:module'

// Loaded before a program: it runs as if no line of ours had ever asked for a span.
const source = `
export const traceHeader = 'traceparent'
export const traceShare = () => {}
export const beginTrace = (_name, _facts, work) => work()
export const inSpan = (_name, _facts, work) => work()
export const continueTrace = (_handedOn, work) => work()
export const traceparent = () => undefined
export const noteError = () => {}
`
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/packages/shared/src/traces/spans.ts')
      ? { format: 'module', source, shortCircuit: true }
      : next(url, context),
})
