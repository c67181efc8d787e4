import { dataForSeo } from '@rts/outside/dataforseo/request'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { z } from 'zod'
import type { Figures } from '../rules/figures.ts'
import { isPlannable, rowsOfAsked } from './askable.ts'
import { askAt, dataForSeoOrigin } from './dataforseo-call.ts'
import { volumeRow } from './dataforseo-rows.ts'
import type { AdapterDeps, MetricsSource } from './keyword-data.ts'

const path = 'keywords_data/google_ads/search_volume'
const maxPhrases = 1_000

/** Volumes of phrases. Spellings merge: a row counts for its keyword and its `spell` only. */
export function createSearchVolume(deps: AdapterDeps): MetricsSource {
  const { config, clock } = deps
  const origin = dataForSeoOrigin(deps)
  return {
    source: dataForSeo,
    priceUsd: () => config.SEARCH_VOLUME_USD,
    async ask({ phrases, ...place }, signal) {
      const asked = phrases.slice(0, maxPhrases)
      const keywords = asked.filter(isPlannable)
      const rows = (figures: ReadonlyMap<string, Figures>) => rowsOfAsked(asked, figures, origin)
      if (keywords.length === 0)
        return { ok: true, ...origin, fetchedAt: clock.now(), costUsd: 0, value: rows(new Map()) }
      const answer = await askAt(deps, place, { path, task: { keywords }, signal, read })
      return answer.ok ? { ...answer, value: rows(answer.value) } : answer
    },
  }
}

function read(result: unknown): Map<string, Figures> | null {
  const rows = z.array(volumeRow).safeParse(result ?? [])
  if (!rows.success) return null
  return new Map(rows.data.flatMap(({ names, figures }) => names.map((name) => [phraseIdentity(name), figures])))
}
