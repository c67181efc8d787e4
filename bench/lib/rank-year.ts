import { dayMs } from '@rts/shared/clock'
import { round } from '../../harness/measure.ts'
import { printTable } from '../../harness/report.ts'
import { checkYear, days, type PageOf, type Stored, type Year } from './rank-year-checks.ts'
import { dayOf, honestPage, leavingOf, ownHost } from './rank-year-pages.ts'

const keywords = 300
const one = ['first']
const two = ['first', 'second']
const badShare = 0.05
/** A believed page that looks for a lost site deeper follows at once, and another look within the hour. */
const toleranceMs = dayMs / 20

const rules = [
  { name: 'one provider', providers: one, badShare, seenInDays: 2 },
  { name: 'one, none bad', providers: one, badShare: 0, seenInDays: 2 },
  { name: 'two providers', providers: two, badShare, seenInDays: 1 },
  { name: 'two, none bad', providers: two, badShare: 0, seenInDays: 1 },
]
type Named = (typeof rules)[number]

/** Prints what a year of checks believes where one page of twenty is bad, and on one day every second, beside pages that are all good. */
export async function measureYear(): Promise<object> {
  const sums = rules.map((rule) => ({ rule, ...emptySum() }))
  let bought = 0
  for (let n = 0; n < keywords; n++) {
    const known = new Map<string, string[]>()
    const pageOf: PageOf = (day, provider) => {
      const key = `${day} ${provider}`
      const page = known.get(key) ?? honestPage(n, day, provider)
      known.set(key, page)
      return page
    }
    bought += (await checkYear(n, pageOf, { providers: one, believesAll: true, badShare: 0 })).asked
    for (const sum of sums) addYear(sum, n, pageOf, await checkYear(n, pageOf, sum.rule))
  }
  const checks = keywords * days
  const rows = sums.map(({ rule, asked, bad, failed, ...sum }) => ({
    '': rule.name,
    'not found': sum.notFound,
    'false ranks': sum.ranks,
    'failed %': round((failed / checks) * 100, 1),
    'more pages %': round(((asked - bought) / checks) * 100, 2),
    'a bad page': bad === 0 ? 0 : round((asked - bought) / bad, 2),
    'seen late': `${sum.seenLate} of ${sum.seen}`,
  }))
  console.log(`\n${checks} checks of a year`)
  printTable(rows)
  return { year: rows, yearChecks: checks }
}

const emptySum = () => ({ asked: 0, bad: 0, failed: 0, notFound: 0, ranks: 0, seen: 0, seenLate: 0 })

/** Adds a keyword's year: its ranks beside those of the honest pages, and how long after the first check without the site it was missed. */
function addYear(sum: ReturnType<typeof emptySum> & { rule: Named }, n: number, pageOf: PageOf, year: Year): void {
  for (const what of ['asked', 'bad', 'failed'] as const) sum[what] += year[what]
  for (const rank of year.ranks) if (isFalse(rank, pageOf)) sum[rank.position === 0 ? 'notFound' : 'ranks']++
  const left = leavingOf(n)
  if (!left) return
  const seen = year.ranks.find(({ at, position }) => dayOf(at) >= left.day && position === 0)
  const due = year.lookedAt.find((at) => dayOf(at) >= left.day) ?? 0
  sum.seen++
  if (!seen || seen.at - due > sum.rule.seenInDays * dayMs + toleranceMs) sum.seenLate++
}

/** A "not found" where the site is as deep as was read, or another rank than that of the page that a person would have seen. */
function isFalse({ at, provider, position, depth }: Stored, pageOf: PageOf): boolean {
  const truth = pageOf(dayOf(at), provider).indexOf(ownHost) + 1
  return position !== (truth > depth ? 0 : truth)
}
