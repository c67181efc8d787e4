import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/call'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { Place } from '@rts/shared/phrases/own-pages'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { rowsOf } from '../collected.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import type { KeyedRow, KeywordRow } from './rules/figures.ts'
import type { Keywords } from './tables.ts'

type FigureDeps = { sites: Sites; collects: Collects; metrics: MetricsKind | null }
export type OwnFigures = { reading: Reading<Keywords> | null; figures: ReadonlyMap<string, KeyedRow> }

/** Saved figures of tracked phrases: of all in columns, or of one. */
export function figureHandlers({ sites, collects, metrics }: FigureDeps) {
  async function saved(call: Pick<Call, 'caller' | 'deadlineAt'>, id: string, { country, language }: Place) {
    const site = await siteOf(sites, call, id)
    // At once: a run of the site's own reads is not waited for.
    const asker = { ...askerOf(call, `s:${site.id}`), mayCollect: false, waitMs: 0 }
    return (await ownFigures(collects, metrics, { siteId: site.id, country, language }, asker)).figures
  }

  return {
    'figures.get': async ({ params, query: { phrase, ...place }, ...call }) => {
      const figures = await saved(call, params.id, place)
      const { volume = null, difficulty = null, cpc = null, intent = null } = figures.get(phraseIdentity(phrase)) ?? {}
      return { volume, difficulty, cpc, intent }
    },

    'figures.snapshot': async ({ params, query, ...call }) => {
      const rows = [...(await saved(call, params.id, query)).values()]
      return {
        keys: rows.map(({ key }) => key),
        volumes: rows.map(({ volume }) => volume),
        difficulties: rows.map(({ difficulty }) => difficulty),
        intents: rows.map(({ intent }) => intent),
      }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

/** The figures of the phrases that a site tracks, where a provider has them; `reading` is null without one. */
export async function ownFigures(
  collects: Collects,
  metrics: MetricsKind | null,
  site: { siteId: string } & Place,
  asker: Asker,
): Promise<OwnFigures> {
  if (!metrics) return { reading: null, figures: new Map() }
  const [reading = null] = await collects.read(metrics, [site], asker)
  const rows = reading?.body ? rowsOf<KeyedRow>(reading.body) : []
  return { reading, figures: new Map(rows.map((row) => [row.key, row])) }
}

/** A phrase with its figures, as all lists of research have it. */
export function figuresRow(row: KeywordRow, updatedAt: string) {
  const { phrase: keyword, volume, difficulty, cpc, intent, competition } = row
  const trend = row.trend.map((month) => ({ ...month }))
  const refused = row.unsupported ? { unsupported: true } : {}
  return {
    keyword,
    volume,
    difficulty,
    cpc,
    intent,
    competition,
    trend,
    ...refused,
    ...originOf({ ...row, updatedAt }),
  }
}

/** Where a row comes from; `sandbox` only on rows of the sandbox. */
export function originOf({ source, sandbox, updatedAt }: { source: string; sandbox: boolean; updatedAt: string }) {
  return sandbox ? { source, sandbox, updatedAt } : { source, updatedAt }
}
