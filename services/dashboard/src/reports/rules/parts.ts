import type { OperationOutput } from '@rts/shared/contract/operation'
import type { ReportDocument } from '@rts/shared/contract/rows/report'
import type { Operations } from '@rts/shared/contract/table'
import { fewestOfAShare, minKnownShare } from '@rts/shared/statistics'
import type { Span } from './period.ts'

type OutputOf<N extends keyof Operations> = OperationOutput<Operations[N]>
type Parts = Required<{ [P in keyof ReportDocument['parts']]: NonNullable<ReportDocument['parts'][P]> }>
type Course = OutputOf<'visibility.list'>
type Rank = OutputOf<'movements.list'>['keywords'][number]

/** A page shows a hundred rows of a table, and paper what is shown. */
const maxRanks = 100
const maxCompared = 50
const maxIssues = 40
const maxLinks = 50
/** A site that is not found is at least this far down. */
const beyond = 101
const severities = ['error', 'warning', 'notice'] as const

/** The days of a course that belong to the period. Notes of people stay inside the account. */
export function visibilityPartOf(
  course: Course,
  span: Span,
  compared: OutputOf<'movements.list'>['compared'],
): Parts['visibility'] {
  const { within, days } = daysWithin(course.days, span)
  const { top3, top10, top20, top50, top100, notFound, unchecked, added } = course.counts
  const { scores = [], carried } = course.hosts[0] ?? {}
  return {
    days,
    scores: within(scores),
    ...(carried && { carried: within(carried) }),
    counts: {
      top3: within(top3),
      top10: within(top10),
      top20: within(top20),
      top50: within(top50),
      top100: within(top100),
      notFound: within(notFound),
      unchecked: within(unchecked),
      ...(added && { added: within(added) }),
    },
    ...(compared && { compared }),
  }
}

export function ranksPartOf(keywords: readonly Rank[]): Parts['ranks'] {
  const isWhole = keywords.filter(({ position }) => position !== null).length >= minKnownShare * keywords.length
  const counted = (is: (rank: Rank) => boolean) => (isWhole ? keywords.filter(is).length : null)
  const medians = keywords.flatMap((rank) => (rank.medians ? [rank.medians] : []))
  const gains = medians.map(gainOf)
  return {
    at: latest(keywords.map(({ checkedAt }) => checkedAt)),
    sandbox: keywords.some(({ sandbox }) => sandbox === true),
    keywords: keywords.length,
    top3: counted(isWithin(3)),
    top10: counted(isWithin(10)),
    up: gains.filter((gain) => gain > 0).length,
    down: gains.filter((gain) => gain < 0).length,
    medianDays: medians[0]?.days ?? null,
    notFound: counted(({ position }) => position === 0),
    rows: [...keywords].sort((one, other) => orderOf(one) - orderOf(other)).slice(0, maxRanks),
  }
}

function isWithin(top: number) {
  return ({ position }: Rank) => position !== null && position > 0 && position <= top
}

/** How far a median moved, up is positive; 0 within what is usual. */
function gainOf({ position, previousPosition, moved }: NonNullable<Rank['medians']>): number {
  if (!moved) return 0
  return (previousPosition || beyond) - (position || beyond)
}

/** Found before not found, and both before what was never checked. */
function orderOf({ position }: Rank): number {
  return position === null ? beyond + 1 : position || beyond
}

export function comparisonPartOf(
  course: Course,
  compared: OutputOf<'rankComparison.list'>,
  span: Span,
): Parts['comparison'] {
  const { within, days } = daysWithin(course.days, span)
  const rivals = course.hosts.slice(1)
  const rows = compared.rows.slice(0, maxCompared)
  return {
    at: latest(rows.map(({ checkedAt }) => checkedAt)),
    days,
    hosts: course.hosts.map(({ domain, scores, shares, carried }) => ({
      domain,
      scores: within(scores),
      shares: within(shares),
      ...(carried && { carried: within(carried) }),
    })),
    keywords: compared.total,
    rows: rows.map(({ keyword, position, competitors }) => {
      const of = (id: string | null) => competitors.find((rival) => rival.id === id)?.position ?? null
      return { keyword, positions: [position, ...rivals.map(({ competitorId }) => of(competitorId))] }
    }),
  }
}

/** Undefined where nothing was read. */
export function searchConsolePartOf(
  figures: OutputOf<'searchConsoleFigures.list'>,
  { queries }: OutputOf<'searchConsoleQueries.list'>,
): Parts['searchConsole'] | undefined {
  const { startDate, endDate, totals, days, pages, updatedAt, sandbox = false } = figures
  if (startDate === null || endDate === null || totals === null) return undefined
  const earlier = days.filter(({ day }) => day < startDate)
  const sum = (of: 'clicks' | 'impressions') => earlier.reduce((all, day) => all + day[of], 0)
  const before = earlier.length > 0 ? { clicks: sum('clicks'), impressions: sum('impressions') } : null
  const shownDays = days.filter(({ day }) => day >= startDate)
  return {
    at: updatedAt,
    sandbox,
    startDate,
    endDate,
    ...totals,
    before,
    days: shownDays,
    pages: pages.slice(0, 20),
    queries,
  }
}

export function aiPartOf({ prompts, total }: OutputOf<'prompts.list'>): Parts['ai'] {
  const sumOf = (count: 'answers' | 'mentioned' | 'cited') => prompts.reduce((sum, prompt) => sum + prompt[count], 0)
  const answers = sumOf('answers')
  const rateOf = (count: 'mentioned' | 'cited') => (answers < fewestOfAShare ? null : sumOf(count) / answers)
  return {
    at: latest(prompts.map(({ lastRunAt }) => lastRunAt)),
    sandbox: prompts.some(({ engines }) => engines.some(({ sandbox }) => sandbox === true)),
    prompts: total,
    answers,
    mentionRate: rateOf('mentioned'),
    citationRate: rateOf('cited'),
    rows: prompts,
  }
}

export function auditPartOf(audit: OutputOf<'issues.list'>): Parts['audit'] {
  const { updatedAt, sandbox = false, score, health, pagesDone, gone, issues } = audit
  const bySeverity = [...issues].sort(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity) || other.count - one.count,
  )
  const shown = { score, health, pages: score === null ? null : pagesDone, fixed: gone.length }
  return { at: updatedAt, sandbox, ...shown, issues: bySeverity.slice(0, maxIssues) }
}

/** Undefined where links were never collected. */
export function linksPartOf(
  { updatedAt, rows }: Pick<OutputOf<'backlinks.list'>, 'updatedAt' | 'rows'>,
  { from, until }: Span,
): Parts['links'] | undefined {
  if (updatedAt === null) return undefined
  const changed = rows.flatMap((link) => {
    const day = link.isLost ? link.lastSeen : link.firstSeen
    const isWithin = day !== null && day.slice(0, 10) >= from && day.slice(0, 10) <= until
    if (!isWithin || !(link.isLost || link.isNew)) return []
    const { urlFrom, domainFrom, urlTo: to, anchor, dofollow, isLost } = link
    return [{ from: urlFrom ?? domainFrom, to, anchor, dofollow, isLost: isLost === true, day }]
  })
  return {
    at: updatedAt,
    sandbox: rows.some(({ sandbox }) => sandbox === true),
    found: changed.filter(({ isLost }) => !isLost).length,
    lost: changed.filter(({ isLost }) => isLost).length,
    rows: changed.sort((one, other) => other.day.localeCompare(one.day)).slice(0, maxLinks),
  }
}

function daysWithin(days: readonly string[], { from, until }: Span) {
  const within = <T>(values: readonly T[]): T[] =>
    values.filter((_value, i) => (days[i] ?? '') >= from && (days[i] ?? '') <= until)
  return { within, days: within(days) }
}

function latest(moments: readonly (string | null)[]): string | null {
  return moments.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null)
}
