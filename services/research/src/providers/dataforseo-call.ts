import { callProvider } from '@rts/outside/call'
import { isSandbox } from '@rts/outside/config'
import { failureOfCode, meaningOf, readEnvelope } from '@rts/outside/dataforseo/envelope'
import { basicAuthorization, dataForSeo, dataForSeoLocale } from '@rts/outside/dataforseo/request'
import { type Failure, failed } from '@rts/shared/failure'
import type { AdapterDeps } from './adapter.ts'

export type LiveAnswer = { ok: true; result: unknown; costUsd: number | null }
type Place = { country: string; language: string }

/** One live task. HTTP 200 says nothing: the envelope and the task have codes of their own. */
export async function askLive(
  { config, http }: AdapterDeps,
  path: string,
  { country, language }: Place,
  task: object,
  signal?: AbortSignal,
): Promise<LiveAnswer | Failure> {
  const locale = dataForSeoLocale(country, language)
  if (locale === null) return failed(dataForSeo, 'unsupported', { asked: false })
  const answer = await callProvider(http, {
    provider: dataForSeo,
    url: `${config.DATAFORSEO_BASE_URL}/v3/${path}/live`,
    headers: basicAuthorization(config),
    json: [{ ...locale, ...task }],
    signal,
  })
  if (!answer.ok) return answer
  const envelope = readEnvelope(answer.body)
  if (!envelope.ok) return envelope
  const [done] = envelope.tasks
  if (!done) return failed(dataForSeo, 'parse')
  const { status_code: code, status_message, cost, result } = done
  const meaning = meaningOf(code, status_message ?? '')
  if (meaning === 'done' || meaning === 'empty')
    return { ok: true, result: meaning === 'done' ? result : [], costUsd: cost ?? null }
  const failure = failureOfCode(code, status_message ?? '')
  return { ...failure, billed: failure.billed || (cost ?? 0) > 0 }
}

/** Where its rows come from. */
export function dataForSeoOrigin({ config }: AdapterDeps): { source: string; sandbox: boolean } {
  return { source: dataForSeo, sandbox: isSandbox(config, config.DATAFORSEO_BASE_URL) }
}
