import { largestVolume } from '@rts/shared/phrases/opportunity'
import { byPhrase, type Comparison, ownPages, type Place, type TrackedKeyword } from '@rts/shared/phrases/own-pages'
import type { RankTable } from './collected.ts'
import type { Figures } from './figures.ts'
import { type GapType, gapOf } from './gap.ts'

type GapFigures = Pick<Figures, 'volume' | 'difficulty' | 'cpc' | 'intent'>
/** A phrase that rivals rank for; `positions` and `urls` are in the order of the competitors. */
export type GapRow = {
  phrase: string
  position: number | null
  positions: (number | null)[]
  urls: (string | null)[]
  type: GapType
  score: number
  source: string
  sandbox: boolean
  updatedAt: string
} & GapFigures

/** What is known of the ranks of one site, and since when; null where nothing is. */
export type KnownRanks = { table: RankTable; updatedAt: string } | null
export type GapSources = {
  comparison: Comparison
  place: Place
  own: KnownRanks
  /** In the order of the competitors. */
  rivals: readonly KnownRanks[]
  /** Of tracked phrases. */
  figures: ReadonlyMap<string, GapFigures>
}
/** A phrase, and what its place in the list depends on; the rest is read from the tables when it is shown. */
type Found = Pick<GapRow, 'phrase' | 'volume' | 'difficulty' | 'position'> & {
  key: string
  /** The first rival that has it: its provider tells the figures. */
  first: KnownRanks
  /** Its row in the table of each rival. */
  rows: number[]
  tracked: TrackedKeyword | null
}
export type Gap = { found: Found; type: GapType; score: number }

const nowhere = -1

/**
 * What rivals rank for, the widest gap first: the phrases that a provider knows and those that the site tracks. Of a tracked
 * phrase the site's own pages have the word, for they are what was really seen. `rowOf` reads a row that is shown: tens of
 * thousands are put in order for a page of a hundred.
 */
export function gapRows(sources: GapSources): { gaps: Gap[]; rowOf(gap: Gap): GapRow } {
  const all = foundBy(sources)
  const largest = largestVolume(all.map(({ volume }) => volume))
  const rivals = sources.rivals.map((): number | null => null)
  const gaps: Gap[] = []
  for (const found of all) {
    for (let rival = 0; rival < rivals.length; rival++) rivals[rival] = positionOf(sources, found, rival)
    const { position: own, volume, difficulty } = found
    const gap = gapOf({ own, rivals, volume, difficulty }, largest)
    if (gap) gaps.push({ found, type: gap.type, score: gap.score })
  }
  return { gaps: gaps.sort(widestFirst), rowOf: (gap) => rowOf(sources, gap) }
}

function widestFirst({ found: a, score }: Gap, { found: b, score: other }: Gap): number {
  return other - score || (b.volume ?? -1) - (a.volume ?? -1) || (a.phrase < b.phrase ? -1 : 1)
}

function foundBy({ comparison, place, own, rivals, figures }: GapSources): Found[] {
  const found = new Map<string, Found>()
  const inNoTable = rivals.map(() => nowhere)
  for (const [rival, first] of rivals.entries()) {
    if (!first) continue
    const { key: keys, phrase, volume, difficulty } = first.table
    for (const [row, key] of keys.entries()) {
      const known = found.get(key)
      const rows = known?.rows ?? inNoTable.slice()
      rows[rival] = row
      if (known) continue
      const told = { phrase: phrase[row] ?? '', volume: volume[row] ?? null, difficulty: difficulty[row] ?? null }
      found.set(key, foundOf(key, told, first, rows))
    }
  }
  for (const [row, key] of (own?.table.key ?? []).entries()) {
    const one = found.get(key)
    if (one) one.position = own?.table.position[row] ?? null
  }
  for (const [key, tracked] of byPhrase(comparison.keywords, place)) {
    if (tracked.checkedAt === null) continue
    const { phrase, position } = tracked
    const { volume = null, difficulty = null } = figures.get(key) ?? {}
    const one = found.get(key) ?? foundOf(key, { phrase, volume, difficulty }, null, inNoTable)
    one.tracked = tracked
    one.position = position
    found.set(key, one)
  }
  return [...found.values()]
}

/** Field by field: spreading takes three times as long, sixty thousand times. */
function foundOf(
  key: string,
  { phrase, volume, difficulty }: Pick<Found, 'phrase' | 'volume' | 'difficulty'>,
  first: KnownRanks,
  rows: number[],
): Found {
  return { key, phrase, volume, difficulty, position: null, first, rows, tracked: null }
}

/** Where a rival is: on the site's own page, else as the provider says; null where nobody looked. */
function positionOf({ comparison, rivals }: GapSources, { rows, tracked }: Found, rival: number): number | null {
  const seen = tracked && comparison.competitors[rival]?.positions[tracked.row]
  const row = rows[rival] ?? nowhere
  return seen ?? (row === nowhere ? null : (rivals[rival]?.table.position[row] ?? null))
}

function urlOf({ comparison, rivals }: GapSources, { rows, tracked }: Found, rival: number): string | null {
  const seen = tracked && comparison.competitors[rival]
  if (seen && typeof seen.positions[tracked.row] === 'number') return seen.urls[tracked.row] ?? null
  return rivals[rival]?.table.url[rows[rival] ?? nowhere] ?? null
}

function rowOf(sources: GapSources, { found, type, score }: Gap): GapRow {
  const { key, phrase, volume, difficulty, position, first, rows, tracked } = found
  const rivals = sources.rivals.map((_, rival) => rival)
  const row = rows.find((each) => each !== nowhere) ?? nowhere
  const { cpc = null, intent = null } = first
    ? { cpc: first.table.cpc[row], intent: first.table.intent[row] }
    : (sources.figures.get(key) ?? {})
  const positions = rivals.map((rival) => positionOf(sources, found, rival))
  const urls = rivals.map((rival) => urlOf(sources, found, rival))
  const gap = { phrase, volume, difficulty, cpc, intent, position, positions, urls, type, score }
  if (tracked?.checkedAt) return { ...gap, source: ownPages, sandbox: tracked.sandbox, updatedAt: tracked.checkedAt }
  // As old as the oldest table that has it.
  const [updatedAt = ''] = sources.rivals
    .flatMap((ranks, i) => (rows[i] === nowhere ? [] : (ranks?.updatedAt ?? [])))
    .sort()
  return { ...gap, source: first?.table.source[row] ?? '', sandbox: first?.table.sandbox[row] ?? false, updatedAt }
}
