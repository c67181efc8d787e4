import {
  byPhrase,
  type Comparison,
  ownPages,
  type Place,
  type RivalUrlOf,
  type TrackedKeyword,
} from '@rts/shared/phrases/own-pages'
import type { Figures, RankTable } from './figures.ts'
import { type GapType, scoreGap } from './gap-score.ts'
import { joinTables } from './joined-tables.ts'

type GapFigures = Pick<Figures, 'volume' | 'difficulty' | 'cpc' | 'intent'> & { difficultySource: string | null }
/** `positions` and `urls` follow the order of the competitors. */
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

/** Null: no ranks known. */
export type KnownRanks = { table: RankTable; updatedAt: string } | null
export type GapSources = {
  comparison: Comparison
  place: Place
  own: KnownRanks
  rivals: readonly KnownRanks[]
  /** Figures of tracked phrases. */
  figures: ReadonlyMap<string, Omit<GapFigures, 'difficultySource'> & { source: string }>
}
/** Equally long columns: objects take twice the time. Phrases of tables first, then those only on own results pages. */
type Phrases = {
  keys: string[]
  names: string[]
  volumes: (number | null)[]
  difficulties: (number | null)[]
  /** The site's own position. */
  positions: (number | null)[]
  tracked: (TrackedKeyword | null)[]
  /** Per phrase its row in each rival's table, from 1; 0: absent. */
  rows: Int32Array
}
/** `at`: index of its phrase. */
export type Gap = { at: number; type: GapType; score: number }

/** Rivals' phrases, widest gap first. Own pages, really seen, decide tracked phrases; `rowOf` builds only shown rows. */
export function gapRows(sources: GapSources) {
  const phrases = phrasesOf(sources)
  const { keys, names, volumes, difficulties, positions, tracked } = phrases
  const rivals = sources.rivals.map((): number | null => null)
  const gaps: Gap[] = []
  for (let at = 0; at < keys.length; at++) {
    for (let rival = 0; rival < rivals.length; rival++) rivals[rival] = positionOf(sources, phrases, at, rival)
    const own = positions[at] ?? null
    const volume = volumes[at] ?? null
    const difficulty = difficulties[at] ?? null
    const gap = scoreGap({ own, rivals, volume, difficulty })
    if (gap) gaps.push({ at, type: gap.type, score: gap.score })
  }
  const volumeOf = ({ at }: Gap) => volumes[at] ?? -1
  const isBefore = (a: Gap, b: Gap) => (names[a.at] ?? '') < (names[b.at] ?? '')
  return {
    gaps: gaps.sort((a, b) => b.score - a.score || volumeOf(b) - volumeOf(a) || (isBefore(a, b) ? -1 : 1)),
    /** For filters; `best`: best rival's position. */
    factsOf: ({ at }: Gap) => ({
      phrase: names[at] ?? '',
      volume: volumes[at] ?? null,
      difficulty: difficulties[at] ?? null,
      intent: intentAt(sources, phrases, at),
      best: sources.rivals.reduce<number>(
        (best, _, rival) => Math.min(best, positionOf(sources, phrases, at, rival) || Number.POSITIVE_INFINITY),
        Number.POSITIVE_INFINITY,
      ),
    }),
    trackedOf: ({ at }: Gap) => tracked[at] ?? null,
    rowOf: (gap: Gap, seenUrl: RivalUrlOf): GapRow => rowOf(sources, phrases, gap, seenUrl),
  }
}

function phrasesOf({ comparison, place, own, rivals, figures }: GapSources): Phrases {
  const joined = joinTables(
    own?.table ?? null,
    rivals.map((known) => known?.table ?? null),
  )
  const keys = [...joined.index.keys()]
  const names = [...joined.names]
  const volumes = [...joined.volumes]
  const difficulties = [...joined.difficulties]
  const positions = [...joined.positions]
  const tracked = names.map((): TrackedKeyword | null => null)
  for (const [key, keyword] of byPhrase(comparison.keywords, place)) {
    if (keyword.checkedAt === null) continue
    const at = joined.index.get(key) ?? keys.length
    tracked[at] = keyword
    positions[at] = keyword.position
    if (at < keys.length) continue
    const { volume = null, difficulty = null } = figures.get(key) ?? {}
    keys.push(key)
    names.push(keyword.phrase)
    volumes.push(volume)
    difficulties.push(difficulty)
  }
  return { keys, names, volumes, difficulties, positions, tracked, rows: joined.rows }
}

/** Null: the rival's table lacks it. */
function rowIn({ rivals }: GapSources, { rows }: Phrases, at: number, rival: number): number | null {
  const row = rows[at * rivals.length + rival]
  return row ? row - 1 : null
}

/** By the site's own results page, else by the provider; null: unknown. */
function positionOf(sources: GapSources, phrases: Phrases, at: number, rival: number): number | null {
  const keyword = phrases.tracked[at]
  const seen = keyword && sources.comparison.competitors[rival]?.positions[keyword.row]
  if (typeof seen === 'number') return seen
  const row = rowIn(sources, phrases, at, rival)
  return row === null ? null : (sources.rivals[rival]?.table.position[row] ?? null)
}

function urlOf(sources: GapSources, phrases: Phrases, at: number, rival: number, seenUrl: RivalUrlOf): string | null {
  const keyword = phrases.tracked[at]
  const competitor = keyword && sources.comparison.competitors[rival]
  if (competitor && typeof competitor.positions[keyword.row] === 'number') return seenUrl(competitor.id, keyword.id)
  const row = rowIn(sources, phrases, at, rival)
  return row === null ? null : (sources.rivals[rival]?.table.url[row] ?? null)
}

/** By the first rival's table that has one, else by own figures. */
function intentAt(sources: GapSources, phrases: Phrases, at: number): string | null {
  for (const [rival, known] of sources.rivals.entries()) {
    const row = rowIn(sources, phrases, at, rival)
    if (known && row !== null) return known.table.intent[row] ?? null
  }
  return sources.figures.get(phrases.keys[at] ?? '')?.intent ?? null
}

function rowOf(sources: GapSources, phrases: Phrases, { at, type, score }: Gap, seenUrl: RivalUrlOf): GapRow {
  const rivals = sources.rivals.map((_, rival) => rival)
  const knowing = rivals.flatMap((rival) => {
    const known = sources.rivals[rival]
    const row = rowIn(sources, phrases, at, rival)
    return known && row !== null ? [{ ...known, row }] : []
  })
  const [first] = knowing
  const {
    cpc = null,
    intent = null,
    source = null,
  } = first
    ? { cpc: first.table.cpc[first.row], intent: first.table.intent[first.row], source: first.table.source[first.row] }
    : (sources.figures.get(phrases.keys[at] ?? '') ?? {})
  const difficulty = phrases.difficulties[at] ?? null
  const gap = {
    phrase: phrases.names[at] ?? '',
    position: phrases.positions[at] ?? null,
    type,
    score,
    volume: phrases.volumes[at] ?? null,
    difficulty,
    difficultySource: difficulty === null ? null : source,
    cpc,
    intent,
    positions: rivals.map((rival) => positionOf(sources, phrases, at, rival)),
    urls: rivals.map((rival) => urlOf(sources, phrases, at, rival, seenUrl)),
  }
  const keyword = phrases.tracked[at]
  if (keyword?.checkedAt) return { ...gap, source: ownPages, sandbox: keyword.sandbox, updatedAt: keyword.checkedAt }
  // The oldest table's age counts.
  const [updatedAt = ''] = knowing.map((known) => known.updatedAt).sort()
  return {
    ...gap,
    source: first?.table.source[first.row] ?? '',
    sandbox: first?.table.sandbox[first.row] ?? false,
    updatedAt,
  }
}
