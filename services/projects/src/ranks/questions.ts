import type { Clock } from '@rts/shared/clock'
import type { Caller } from '@rts/shared/contract/caller'
import { countedRows } from '@rts/shared/contract/fields'
import type { RivalFilter, StandingFilter } from '@rts/shared/contract/rows/question'
import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import type { Database } from '@rts/shared/service/transaction'
import { cursorBehind, rowsBefore } from '../lists/lists.ts'
import { listCompetitors, onlySiteOf, type Site, scopeOf, siteOf } from '../sites/sites.ts'
import { comparedDay } from './compared-day.ts'
import { readPositionsBy } from './earlier-ranks.sql.ts'
import { askRivals, askStandings, type Question, readFirstCheck } from './questions.sql.ts'
import { toComparisonRows, toTaggedRow, toWeighed } from './rows.ts'
import { summaryOf } from './rules/standing-summary.ts'
import { visibilityOf, visibilityScore } from './rules/visibility.ts'
import { listFirstStandings, type RivalRank, readRivalRanks, type Standing } from './standings.sql.ts'

export type QuestionDeps = { db: Database; rhythmDays(accountId: string): Promise<number>; clock: Clock }
type Asked<F> = {
  q?: string | undefined
  filter?: F | undefined
  sort?: Question<F>['sort']
  since?: string | undefined
  ids?: readonly string[] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Questions of agents over all keywords of a site: sorted, filtered and counted in one statement. */
export function createQuestions({ db, rhythmDays, clock }: QuestionDeps) {
  async function questionOf<F>(site: Site, list: string, asked: Asked<F>): Promise<Question<F>> {
    const { q = '', filter, sort, since, ids, limit, cursor } = asked
    const then = since === undefined ? null : await comparedDay({ db, rhythmDays, clock }, site, since)
    return { q, filter, sort, ids, then, skip: rowsBefore(list, cursor), take: countedRows(limit) }
  }

  /** Where history begins, for a question about an earlier day: no move then is not the same as no history. */
  async function beginOf(site: Site, { q, then }: Question<string>): Promise<{ firstCheckedOn?: string | null }> {
    return then ? { firstCheckedOn: await readFirstCheck(db, site.id, q) } : {}
  }

  /** The rivals' ranks, where the ranks before are those of the question's time. */
  async function rivalRanks(rivals: readonly CompetitorRow[], ids: readonly string[], then: Question<string>['then']) {
    const ranks = await readRivalRanks(db, rivals, ids)
    if (!then) return ranks
    const domainIds = rivals.map(({ id }) => id)
    const earlier = await readPositionsBy(db, ids, domainIds, then)
    const before = new Map(earlier.map(({ keywordId, domainId, position }) => [`${keywordId} ${domainId}`, position]))
    return ranks.map((row, i) =>
      row.map(([n, position, , url]): RivalRank => [n, position, before.get(`${ids[i]} ${domainIds[n]}`) ?? null, url]),
    )
  }

  /** The first keywords of the site that a call names, or of the key's only one. */
  async function firstOf(caller: Caller, asked: string | undefined, take: number) {
    const scope = scopeOf(caller)
    const id = asked ?? onlySiteOf(scope)
    return id === undefined ? null : listFirstStandings(db, scope, id, take)
  }

  return {
    /** A page of the keywords of the site that a call names, or of the key's only one. */
    async standings(caller: Caller, id: string | undefined, asked: Asked<StandingFilter>) {
      const whole = isPlain(asked) ? await firstOf(caller, id, countedRows(asked.limit)) : null
      if (whole?.isLast) return answerOf(whole.rows)
      const site = await siteOf(db, caller, id)
      const question = await questionOf(site, 'standings', asked)
      const [{ rows, sums }, begin] = await Promise.all([askStandings(db, site.id, question), beginOf(site, question)])
      const { total, counts: summary } = sums
      const head = { score: visibilityOf(sums), summary, ...begin }
      return { ...head, keywords: rows.map(toTaggedRow), total, nextCursor: cursorBehind('standings', question, total) }
    },

    /** The same beside the competitors that are named, or all. */
    async rivals(
      site: Site,
      { competitors: named, ...asked }: Asked<RivalFilter> & { competitors?: string[] | undefined },
    ) {
      const competitors = (await listCompetitors(db, site.id)).filter(({ domain }) => named?.includes(domain) ?? true)
      const question = await questionOf(site, 'rivals', asked)
      const ids = competitors.map(({ id }) => id)
      const [{ rows, sums }, begin] = await Promise.all([
        askRivals(db, site.id, ids, question),
        beginOf(site, question),
      ])
      const keywordIds = rows.map(({ id }) => id)
      const domains = new Map(competitors.map(({ id, domain }) => [id, domain]))
      const { total, counts } = sums
      const each = sums.competitors.map((of) => ({ ...of, domain: domains.get(of.id) ?? '' }))
      return {
        competitors,
        summary: { ...counts, competitors: each },
        ...begin,
        rows: toComparisonRows(rows, competitors, await rivalRanks(competitors, keywordIds, question.then)),
        total,
        nextCursor: cursorBehind('rivals', question, total),
      }
    },
  }
}

/** Whether all keywords are wanted, from the first on. */
function isPlain({ q, filter, sort, since, ids, cursor }: Asked<string>): boolean {
  return [q, filter, sort, since, ids, cursor].every((asked) => asked === undefined)
}

function answerOf(keywords: readonly Standing[]) {
  const score = visibilityScore(keywords.map(toWeighed))
  const total = keywords.length
  return { score, summary: summaryOf(keywords), keywords: keywords.map(toTaggedRow), total, nextCursor: null }
}
