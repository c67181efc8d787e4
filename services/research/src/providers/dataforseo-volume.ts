import { dataForSeo, writtenPhrase } from '@rts/outside/dataforseo/request'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import type { Figures, KeywordRow } from '../domain/figures.ts'
import type { AdapterDeps } from './adapter.ts'
import { askLive, dataForSeoOrigin } from './dataforseo-call.ts'
import { volumeRow } from './dataforseo-rows.ts'
import type { MetricsSource } from './keyword-data.ts'

const path = 'keywords_data/google_ads/search_volume'
const mostPhrases = 1_000
/** What it refuses would fail the whole task. */
const isAskable = (phrase: string) => phrase.length <= 80 && phrase.split(' ').length <= 10

/** Search volumes of given phrases. Spellings are merged there: a row answers for its keyword and for what that was read as, and for no other. */
export function createSearchVolume(deps: AdapterDeps): MetricsSource {
  const { config, clock } = deps
  const origin = dataForSeoOrigin(deps)
  return {
    source: dataForSeo,
    priceUsd: () => config.SEARCH_VOLUME_USD,
    async ask({ phrases, ...place }, signal) {
      const asked = phrases.filter(isAskable).slice(0, mostPhrases)
      const head = { ok: true, ...origin, fetchedAt: clock.now() } as const
      if (asked.length === 0) return { ...head, costUsd: 0, value: [] }
      const answer = await askLive(deps, path, place, { keywords: asked.map(writtenPhrase) }, signal)
      if (!answer.ok) return answer
      const rows = z.array(volumeRow).safeParse(answer.result ?? [])
      if (!rows.success) return failed(dataForSeo, 'parse', { billed: (answer.costUsd ?? 0) > 0 })
      const known = new Map<string, Figures>()
      for (const { names, figures } of rows.data) for (const name of names) known.set(phraseIdentity(name), figures)
      const value = asked.flatMap((phrase): KeywordRow[] => {
        const figures = known.get(phraseIdentity(phrase))
        return figures ? [{ phrase, ...figures, ...origin }] : []
      })
      return { ...head, costUsd: answer.costUsd, value }
    },
  }
}
