import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import { isWithinDays } from '../words.ts'
import { type AlertKnowledge, defineAlert, type Moment } from './model.ts'

const days = 30
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
    return time !== null && isWithinDays(time, days, now) ? [{ link, day: time.slice(0, 10) }] : []
  })
  return [...Map.groupBy(changed, ({ link, day }) => `${link.domainFrom} ${day}`)].flatMap(([, [first, ...more]]) => {
    if (!first) return []
    const { domainFrom: subject, urlFrom: url } = first.link
    const about = { subject, fact: first.day, at: linksAt, keywordId: null, name: subject }
    return [{ ...about, from: null, to: 1 + more.length, url }]
  })
}
