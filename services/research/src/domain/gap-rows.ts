import { largestVolume } from '@rts/shared/phrases/opportunity'
import { byPhrase, type Comparison, ownPages, type Place } from '@rts/shared/phrases/own-pages'
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
type Found = Omit<GapRow, 'type' | 'score'>

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

/**
 * What rivals rank for, the widest gap first: the phrases that a provider knows and those that the site tracks. Of a tracked
 * phrase the site's own pages have the word, for they are what was really seen.
 */
export function gapRows(sources: GapSources): GapRow[] {
  const found = foundBy(sources)
  const largest = largestVolume([...found.values()].map(({ volume }) => volume))
  const rows: GapRow[] = []
  for (const one of found.values()) {
    const gap = gapOf(
      { own: one.position, rivals: one.positions, volume: one.volume, difficulty: one.difficulty },
      largest,
    )
    if (gap) rows.push({ ...one, ...gap })
  }
  return rows.sort((a, b) => b.score - a.score || (b.volume ?? -1) - (a.volume ?? -1) || (a.phrase < b.phrase ? -1 : 1))
}

function foundBy({ comparison, place, own, rivals, figures }: GapSources): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const [rival, ranks] of rivals.entries()) addRanks(found, ranks, rival, rivals.length)
  for (const [i, key] of (own?.table.key ?? []).entries()) {
    const one = found.get(key)
    if (one) one.position = own?.table.position[i] ?? null
  }
  const none = { volume: null, difficulty: null, cpc: null, intent: null }
  for (const [key, keyword] of byPhrase(comparison.keywords, place)) {
    if (keyword.checkedAt === null) continue
    const known = found.get(key)
    const positions = keyword.rivals.map((rival, i) => rival.position ?? known?.positions[i] ?? null)
    const urls = keyword.rivals.map((rival, i) => (rival.position === null ? (known?.urls[i] ?? null) : rival.url))
    const told = known ?? { phrase: keyword.phrase, ...none, ...figures.get(key) }
    const seen = { source: ownPages, sandbox: keyword.sandbox, updatedAt: keyword.checkedAt }
    found.set(key, { ...told, ...seen, position: keyword.position, positions, urls })
  }
  return found
}

function addRanks(found: Map<string, Found>, ranks: KnownRanks, rival: number, rivals: number): void {
  if (!ranks) return
  const { table, updatedAt } = ranks
  for (const [i, key] of table.key.entries()) {
    const one = found.get(key) ?? unfound(table, i, updatedAt, rivals)
    found.set(key, one)
    one.positions[rival] = table.position[i] ?? null
    one.urls[rival] = table.url[i] ?? null
    // As old as its oldest part.
    if (updatedAt < one.updatedAt) one.updatedAt = updatedAt
  }
}

function unfound(table: RankTable, i: number, updatedAt: string, rivals: number): Found {
  return {
    phrase: table.phrase[i] ?? '',
    volume: table.volume[i] ?? null,
    difficulty: table.difficulty[i] ?? null,
    cpc: table.cpc[i] ?? null,
    intent: table.intent[i] ?? null,
    position: null,
    positions: new Array<number | null>(rivals).fill(null),
    urls: new Array<string | null>(rivals).fill(null),
    source: table.source[i] ?? '',
    sandbox: table.sandbox[i] ?? false,
    updatedAt,
  }
}
