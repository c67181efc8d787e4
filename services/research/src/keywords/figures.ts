import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/caller'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { intentOf, namesOf } from '@rts/shared/phrases/intent'
import type { Place, TrackedKeyword } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { rowsOf } from '../collected.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import type { KeyedRow, KeywordRow } from './rules/figures.ts'
import { type ClickCurve, trafficValue } from './rules/traffic.ts'
import type { Keywords } from './tables.ts'

type FigureDeps = {
  sites: Sites
  projects: ProjectReader
  collects: Collects
  metrics: MetricsKind | null
  curve: ClickCurve
}
export type OwnFigures = { reading: Reading<Keywords> | null; figures: ReadonlyMap<string, KeyedRow> }

/** Saved figures of tracked keywords, of phrases in a place, or of one phrase. */
export function figureHandlers({ sites, projects, collects, metrics, curve }: FigureDeps) {
  async function saved(call: Pick<Call, 'caller' | 'deadlineAt'>, id: string, { country, language }: Place) {
    const site = await siteOf(sites, call, id)
    // Does not wait for the site's own run.
    const asker = { ...askerOf(call, site), mayCollect: false, waitMs: 0 }
    return (await ownFigures(collects, metrics, { siteId: site.id, country, language }, asker)).figures
  }

  return {
    'keywordFigures.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const keywords = await projects.keywords(site.accountId, site.id)
      const places = new Map(keywords.map((keyword) => [placeOf(keyword), keyword]))
      const saves = await Promise.all([...places.values()].map((place) => saved(call, site.id, place)))
      const byPlace = new Map([...places.keys()].map((place, i) => [place, saves[i]]))
      const names = namesOf([site.domain])
      const rows = keywords.map(({ key, position, aiOverview = null, ...where }) => {
        const known = byPlace.get(placeOf(where))?.get(key)
        const { volume = null, cpc = null, difficulty = null } = known ?? {}
        const intent = known?.intent ?? intentOf(where.phrase, where.language, names)
        return { volume, cpc, difficulty, intent, position, aiOverview }
      })
      return {
        ids: keywords.map(({ id }) => id),
        volumes: rows.map(({ volume }) => volume),
        cpcs: rows.map(({ cpc }) => cpc),
        values: rows.map((row) => trafficValue(curve, [row])),
        difficulties: rows.map(({ difficulty }) => difficulty),
        intents: rows.map(({ intent }) => intent),
      }
    },

    'figures.snapshot': async ({ params, query: { phrase, ...place }, ...call }) => {
      const figures = await saved(call, params.id, place)
      const one = phrase === undefined ? undefined : figures.get(phraseIdentity(phrase))
      const rows = phrase === undefined ? [...figures.values()] : one ? [one] : []
      return {
        keys: rows.map(({ key }) => key),
        volumes: rows.map(({ volume }) => volume),
        cpcs: rows.map(({ cpc }) => cpc),
        difficulties: rows.map(({ difficulty }) => difficulty),
        intents: rows.map(({ intent }) => intent),
      }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

function placeOf({ country, language }: Pick<TrackedKeyword, 'country' | 'language'>): string {
  return `${country} ${language}`
}

/** Figures of a site's tracked phrases; `reading` null: no provider. */
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

export function figuresRow(row: KeywordRow, updatedAt: string) {
  const { phrase: keyword, volume, difficulty, cpc, intent, competition } = row
  const trend = row.trend.map((month) => ({ ...month }))
  const refused = row.unsupported ? { unsupported: true } : {}
  return {
    keyword,
    volume,
    difficulty,
    difficultySource: difficulty === null ? null : (row.difficultySource ?? row.source),
    cpc,
    intent,
    competition,
    trend,
    ...refused,
    ...originOf({ ...row, updatedAt }),
  }
}

/** `sandbox` only on simulated rows. */
export function originOf({ source, sandbox, updatedAt }: { source: string; sandbox: boolean; updatedAt: string }) {
  return sandbox ? { source, sandbox, updatedAt } : { source, updatedAt }
}
