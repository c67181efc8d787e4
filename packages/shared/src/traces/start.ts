import type { Logger } from '../logger.ts'
import { release } from '../service/build-info.ts'
import { traceShare } from './spans.ts'

export type TraceConfig = { OTLP_URL?: string | undefined; TRACE_SHARE: number }

/** Starts sending spans of this thread to `OTLP_URL`; without one, traces are off. `stop` sends the last ones. */
export async function startTraces(
  service: string,
  { OTLP_URL, TRACE_SHARE }: TraceConfig,
  logger: Pick<Logger, 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  if (OTLP_URL === undefined) return { stop: async () => {} }
  // Loaded here: off, it costs no start and no memory.
  const { startSdk } = await import('./sdk.ts')
  const url = `${OTLP_URL.replace(/\/$/, '')}/v1/traces`
  const running = startSdk({ url, service, version: release().version, logger })
  traceShare(TRACE_SHARE)
  return running
}
