import { dayMs } from '@rts/shared/clock'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import { cards } from '@rts/shared/texts/cards'
import type { Sentence } from '@rts/shared/texts/sentence'
import { type AlertKnowledge, defineAlert, type Moment } from './model.ts'

/** The card's own fact: it lasts for seven days after each pass, and has ended two days later. */
export const rivalPassed = defineAlert({
  name: 'rival_passed',
  reads: ['rivalsAhead'],
  lastsDays: 9,
  find: ({ rivalsAhead }) =>
    rivalsAhead.map(({ subject, fact, at }) => {
      return { subject, fact, at, keywordId: null, name: subject, from: null, to: null, url: null }
    }),
})

/** The card's own fact, day by day while it lasts, named by its reason: checks that fail again within nine days are the same alert. */
export const checksFail = defineAlert({
  name: 'checks_fail',
  reads: ['failedChecks'],
  lastsDays: 9,
  find: ({ failedChecks }) =>
    failedChecks.map(({ subject, at, keywords: to, reason }) => {
      const named = reason ? namedBy(reason) : { name: '' }
      return { subject, fact: at.slice(0, 10), at, keywordId: null, ...named, from: null, to, url: null }
    }),
})

/** A kind of error that the last crawl found and the crawl before did not. `to` is the number of pages that have it. */
export const auditErrors = defineAlert({
  name: 'audit_errors',
  reads: ['issues'],
  lastsDays: 0,
  find: ({ issues }) =>
    issues
      .filter(({ severity, isNew }) => severity === 'error' && isNew)
      .map(({ code, firstSeen, title, count, urls }) => {
        const about = {
          subject: code,
          fact: firstSeen,
          at: firstSeen,
          keywordId: null,
          ...namedBy(cards.issue({ code, title })),
        }
        return { ...about, from: null, to: count, url: urls[0]?.url ?? null }
      }),
})

function namedBy(sentence: Sentence) {
  return { name: sentence.text, sentence }
}

const linkDays = 30
type Read = Pick<AlertKnowledge, 'links' | 'linksAt'>

/** Hosts of at least this strength whose links were lost in the last thirty days; links that the review speaks against do not count. */
export const linksLost = defineAlert({
  name: 'links_lost',
  reads: ['links', 'linksAt'],
  lastsDays: 0,
  find: (known, strength, now) =>
    hostsOf(known, strength, (link) => (link.isLost === true && link.lastSeen !== null ? link.lastSeen : null), now),
})

/** Hosts of at least this strength whose links were first seen in the last thirty days. */
export const linksWon = defineAlert({
  name: 'links_won',
  reads: ['links', 'linksAt'],
  lastsDays: 0,
  find: (known, strength, now) =>
    hostsOf(known, strength, (link) => (link.isNew === true && link.isLost !== true ? link.firstSeen : null), now),
})

/** A host once a day on which its links came or went; the moment is when the links were read. */
function hostsOf(
  { links, linksAt }: Read,
  strength: number,
  timeOf: (link: BacklinkRow) => string | null,
  now: Date,
): Moment[] {
  if (linksAt === null) return []
  const worthIt = links.filter((link) => link.suggestion !== 'disavow' && (link.domainRank ?? 0) >= strength)
  const changed = worthIt.flatMap((link) => {
    const time = timeOf(link)
    return time !== null && Date.parse(time) >= now.getTime() - linkDays * dayMs
      ? [{ link, day: time.slice(0, 10) }]
      : []
  })
  return [...Map.groupBy(changed, ({ link, day }) => `${link.domainFrom} ${day}`)].flatMap(([, [first, ...more]]) => {
    if (!first) return []
    const { domainFrom: subject, urlFrom: url } = first.link
    const about = { subject, fact: first.day, at: linksAt, keywordId: null, name: subject }
    return [{ ...about, from: null, to: 1 + more.length, url }]
  })
}

const week = 7
const weeksBefore = 4
/** Fewer clicks a week move by chance. */
const fewestClicks = 100
const farDeviations = 3

/**
 * clicks of seven days ≤ (1 − N %) × a week's mean of the four weeks before, which is at least a hundred, and 3 deviations of those
 * weeks (of counts at least) below it; not so on the seven days before, which share days with it. `from` and `to` are clicks a week.
 */
export const clicksFell = defineAlert({
  name: 'clicks_fell',
  reads: ['clicks'],
  lastsDays: 0,
  find({ clicks }, percent) {
    const weeks = clicks.flatMap(({ day }, i) => {
      if (i + 1 < week * (weeksBefore + 1)) return []
      const [now = [], ...before] = Array.from({ length: weeksBefore + 1 }, (_, back) =>
        clicks.slice(i + 1 - week * (back + 1), i + 1 - week * back).map((each) => each.clicks),
      )
      const weekly = before.map(sumOf)
      const usual = sumOf(weekly) / weeksBefore
      // Each day of the week beside itself: four weeks alone say too little about how far a fifth may be.
      const daily = now.map((_, weekday) => varianceOf(before.map((days) => days[weekday] ?? 0)))
      const variance = Math.max(usual, varianceOf(weekly), sumOf(daily))
      const deviation = Math.sqrt(variance * (1 + 1 / weeksBefore))
      const to = sumOf(now)
      const isFar = to <= usual * (1 - percent / 100) && to <= usual - farDeviations * deviation
      return [{ day, usual, to, held: usual >= fewestClicks && isFar }]
    })
    return weeks
      .filter(({ held }, i) => held && !weeks.slice(Math.max(0, i - week), i).some((earlier) => earlier.held))
      .map(({ day, usual, to }) => {
        const about = { subject: 'site', fact: day, at: `${day}T00:00:00.000Z`, keywordId: null, name: '' }
        return { ...about, from: Math.round(usual), to, url: null }
      })
  },
})

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function varianceOf(numbers: readonly number[]): number {
  const mean = sumOf(numbers) / numbers.length
  return sumOf(numbers.map((each) => (each - mean) ** 2)) / (numbers.length - 1)
}
