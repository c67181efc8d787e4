import { isSandbox } from '@rts/outside/config'
import { askLive, type LiveTask } from '@rts/outside/dataforseo/live'
import { dataForSeo, dataForSeoLocale } from '@rts/outside/dataforseo/request'
import { failed } from '@rts/shared/failure'
import type { Place } from '@rts/shared/phrases/own-pages'
import type { AdapterDeps } from './keyword-data.ts'

export async function askAt<T>(deps: AdapterDeps, { country, language }: Place, { task, ...live }: LiveTask<T>) {
  const { config, http, clock } = deps
  const locale = dataForSeoLocale(country, language)
  if (locale === null) return failed(dataForSeo, 'unsupported', { asked: false })
  const answer = await askLive(http, config, { ...live, task: { ...locale, ...task } })
  return answer.ok ? { ...answer, ...dataForSeoOrigin(deps), fetchedAt: clock.now() } : answer
}

export function dataForSeoOrigin({ config }: AdapterDeps): { source: string; sandbox: boolean } {
  return { source: dataForSeo, sandbox: isSandbox(config, config.DATAFORSEO_BASE_URL) }
}
