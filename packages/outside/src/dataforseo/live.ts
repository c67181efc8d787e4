import { type Failure, failed } from '@rts/shared/failure'
import { readProvider } from '../call.ts'
import type { ProviderHttp } from '../http.ts'
import { failureOfCode, meaningOf, readEnvelope } from './envelope.ts'
import { basicAuthorization, type DataForSeoAccess, dataForSeo } from './request.ts'

export type LiveTask<T> = {
  path: string
  task: object
  signal?: AbortSignal | undefined
  /** Null if unreadable; gets an empty list where nothing was found. */
  read(result: unknown): T | null
}

/** HTTP 200 proves nothing: envelope and task have their own codes. */
export function askLive<T>(
  http: ProviderHttp,
  config: DataForSeoAccess,
  { path, task, signal, read }: LiveTask<T>,
): Promise<{ ok: true; value: T; costUsd: number | null } | Failure> {
  return readProvider(http, {
    provider: dataForSeo,
    url: `${config.DATAFORSEO_BASE_URL}/v3/${path}/live`,
    headers: basicAuthorization(config),
    json: [task],
    signal,
    read: (body) => readLive(body, read),
  })
}

function readLive<T>(body: unknown, read: LiveTask<T>['read']) {
  const envelope = readEnvelope(body)
  if (!envelope.ok) return envelope
  const [done] = envelope.tasks
  if (!done) return failed(dataForSeo, 'parse')
  const { status_code: code, status_message, result } = done
  const costUsd = done.cost ?? null
  const billed = (costUsd ?? 0) > 0
  const meaning = meaningOf(code, status_message ?? '')
  if (meaning !== 'done' && meaning !== 'empty') {
    const failure = failureOfCode(code, status_message ?? '')
    return { ...failure, billed: failure.billed || billed }
  }
  const value = read(meaning === 'done' ? result : [])
  return value === null
    ? failed(dataForSeo, 'parse', { billed: costUsd !== 0 })
    : ({ ok: true, value, costUsd } as const)
}
