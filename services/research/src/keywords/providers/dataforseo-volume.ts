import { dataForSeo, writtenPhrase } from '@rts/outside/dataforseo/request'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { z } from 'zod'
import type { Figures, KeywordRow } from '../rules/figures.ts'
import { askAt, dataForSeoOrigin } from './dataforseo-call.ts'
import { volumeRow } from './dataforseo-rows.ts'
import type { AdapterDeps, MetricsSource } from './keyword-data.ts'

const path = 'keywords_data/google_ads/search_volume'
const mostPhrases = 1_000
/** A phrase that it refuses would fail the whole task. */
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
      if (asked.length === 0) return { ok: true, ...origin, fetchedAt: clock.now(), costUsd: 0, value: [] }
      const answer = await askAt(deps, place, { path, task: { keywords: asked.map(writtenPhrase) }, signal, read })
      if (!answer.ok) return answer
      const value = asked.flatMap((phrase): KeywordRow[] => {
        const figures = answer.value.get(phraseIdentity(phrase))
        return figures ? [{ phrase, ...figures, ...origin }] : []
      })
      return { ...answer, value }
    },
  }
}

/** Figures by each phrase that they answer for. */
function read(result: unknown): Map<string, Figures> | null {
  const rows = z.array(volumeRow).safeParse(result ?? [])
  if (!rows.success) return null
  return new Map(rows.data.flatMap(({ names, figures }) => names.map((name) => [phraseIdentity(name), figures])))
}
