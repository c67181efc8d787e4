import { phraseIdentity } from '@rts/shared/contract/fields'
import type { IssueRow } from '@rts/shared/contract/rows/content'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import { AppError } from '@rts/shared/errors'
import { type RpcCaller, type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import { cards } from '@rts/shared/texts/cards'
import { listDecidedCards, type Site } from './cards.sql.ts'
import type { AdviceParts } from './decisions.ts'
import { checksFail, commonError } from './rules/checks-fail.ts'
import type { Knowledge, Rule, Source } from './rules/model.ts'
import { rivalPassed } from './rules/rank-changes.ts'
import { type Advice, type Found, findingsOf } from './rules/rules.ts'

/** The open cards of some rules. Throws `not_found` where the owners of facts have no such site. */
export type Advisor = (site: Site, rules: readonly Rule[], caller: RpcCaller) => Promise<Advice>

export function createAdvisor({ call, database, clock, logger }: AdviceParts): Advisor {
  return async (site, rules, caller) => {
    const { accountId, plan, requestId } = caller
    const system = systemCaller(accountId, plan, requestId)
    const readers = readersOf(call, site.id, { caller, system })
    const [decided, ...outcomes] = await Promise.all([
      listDecidedCards(database, site),
      ...rules.map((rule) => settled(apply(rule, readers, clock.now()))),
    ])
    const hidden = new Set(decided.map(({ cardId, fact }) => `${cardId} ${fact}`))
    const advice: Advice = { open: new Map(), missing: [] }
    for (const [i, { name }] of rules.entries()) {
      const outcome = outcomes[i]
      if (outcome?.found)
        advice.open.set(
          name,
          outcome.found.filter(({ id, fact }) => !hidden.has(`${id} ${fact}`)),
        )
      else {
        if (outcome?.error instanceof AppError && outcome.error.code === 'not_found') throw outcome.error
        logger.warn({ err: outcome?.error, rule: name, siteId: site.id }, 'a rule could not read its facts')
        advice.missing.push(name)
      }
    }
    return advice
  }
}

/** Facts of two cards, for alerts: competitors that passed the site, and checks that fail, with their common reason. */
export function cardFactsOf(readers: Readers, now: Date) {
  return {
    rivalsAhead: () => apply(rivalPassed, readers, now),
    failedChecks: async () => {
      const [found, ranks] = await Promise.all([apply(checksFail, readers, now), readers.ranks()])
      return found.map(({ subject, at, keywordIds }) => {
        const error = commonError(ranks.filter(({ id }) => keywordIds.includes(id)))
        return { subject, at, keywords: keywordIds.length, reason: error ? cards.failed({ error }) : null }
      })
    },
  }
}

async function apply(rule: Rule, readers: Readers, now: Date): Promise<Found[]> {
  const read = await Promise.all(rule.reads.map(async (source) => [source, await readers[source]()] as const))
  // safe because it is all that the rule reads
  return findingsOf(rule, Object.fromEntries(read) as Knowledge, now)
}

function settled(work: Promise<Found[]>): Promise<{ found?: Found[]; error?: unknown }> {
  return work.then(
    (found) => ({ found }),
    (error: unknown) => ({ error }),
  )
}

/** Reads of facts, each at most once, and only when a rule needs it. */
type Readers = { [S in Source]: () => Promise<Knowledge[S]> }

const changeDays = 28
const linkDays = 365
const pageSize = 1_000

/** Reads the saved facts of a site as the caller may see them; nothing is collected for it. */
export function readersOf(call: RpcClient, siteId: string, as: { caller: RpcCaller; system: RpcCaller }): Readers {
  const params = { id: siteId }
  const { system } = as
  const caller: RpcCaller = { ...as.caller, collect: 'deny' }
  const ranks = once(async () => (await call('overview.get', { params, query: {} }, caller)).keywords)
  const changes = once(() => call('notableChanges.snapshot', { params, query: { days: changeDays } }, system))

  async function volumes(): Promise<Knowledge['volumes']> {
    const known = new Map<string, number>()
    const places = Map.groupBy(await ranks(), ({ country, language }) => `${country} ${language}`)
    await Promise.all(
      [...places.values()].map(async (keywords) => {
        const [{ country, language } = { country: '', language: '' }] = keywords
        const figures = await call('figures.snapshot', { params, query: { country, language } }, system)
        for (const [id, volume] of volumesOf(keywords, figures)) known.set(id, volume)
      }),
    )
    return known
  }

  const links = async () => (await call('backlinks.list', { params, query: { days: linkDays } }, caller)).rows

  /** A list of issues has the first pages of each. */
  async function withAllPages(issue: IssueRow): Promise<IssueRow> {
    if (issue.severity !== 'error' || issue.urls.length >= issue.count) return issue
    const query = { code: issue.code, limit: pageSize }
    const { rows } = await call('issuePages.list', { params, query }, caller)
    return { ...issue, urls: rows.map(({ url, detail }) => ({ url, detail })) }
  }

  async function audit(): Promise<Knowledge['audit']> {
    const { issues, updatedAt, sandbox } = await call('issues.list', { params, query: {} }, caller)
    return { issues: await Promise.all(issues.map(withAllPages)), at: updatedAt, sandbox: sandbox === true }
  }

  return {
    ranks,
    changes: async () => (await changes()).changes,
    passes: async () => (await changes()).passes,
    volumes: once(volumes),
    links: once(links),
    audit: once(audit),
  }
}

type Figures = { keys: readonly string[]; volumes: readonly (number | null)[] }

function volumesOf(keywords: readonly OverviewRow[], { keys, volumes }: Figures): [string, number][] {
  const volumeOf = new Map(keys.map((key, i) => [key, volumes[i] ?? null]))
  return keywords.flatMap(({ id, keyword }): [string, number][] => {
    const volume = volumeOf.get(phraseIdentity(keyword)) ?? null
    return volume === null ? [] : [[id, volume]]
  })
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}
