import { systemClock } from '@rts/shared/clock'
import { createLogger } from '@rts/shared/logger'
import { defaultPlans } from '@rts/shared/plans'
import { refusalOf } from '@rts/shared/service/database-errors'
import fc from 'fast-check'
import type pg from 'pg'
import { createOutcomes } from '../../src/checks/outcomes.ts'
import { createUnstoredChecks } from '../../src/checks/unstored.ts'
import { shiftCourses } from '../../src/history/courses.ts'
import { listUnfilled } from '../../src/history/pasts.sql.ts'
import { fillNextPast } from '../../src/history/pasts.ts'
import { domainsOfSites, recordRanks } from '../../src/history/ranks.sql.ts'
import type { CheckedPage } from '../../src/history/results-pages.sql.ts'
import { cutPage } from '../../src/history/rules/positions.ts'
import { importKeywords } from '../../src/keywords/imports.ts'
import { beginHistories } from '../../src/keywords/keywords.sql.ts'
import { holdPages, upsertTargets } from '../../src/queue/targets.sql.ts'
import { listCompetitors } from '../../src/sites/competitors.sql.ts'
import { addCompetitor, removeCompetitor } from '../../src/sites/competitors.ts'
import { replaceOwnDomain } from '../../src/sites/site-changes.sql.ts'
import { transact } from '../../src/transact.ts'

/** The first day of a story; its days go on into the next month. */
export const firstDay = Date.UTC(2026, 9, 20)
export const storyDays = 24
const dayMs = 86_400_000
const plans = defaultPlans
const where = { country: 'us', language: 'en', device: 'desktop', location: null } as const

const page = {
  keyword: fc.nat(1),
  day: fc.nat(storyDays),
  own: fc.constantFrom(0, 3, 10, 11, 25),
  path: fc.constantFrom('/', '/other'),
  rival: fc.constantFrom(0, 2, 9, 15, 30),
}
/** Events of a site's checks, in any order of their days. */
export const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ does: fc.constant('check' as const), ...page }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('serve' as const, 'fail' as const), ...page }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('import' as const), ...page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('rival' as const, 'fill' as const), ...page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('phrase' as const, 'domain' as const), ...page }) },
)
type Page = { keyword: number; day: number; own: number; path: string; rival: number }
export type Step = Page & { does: 'check' | 'serve' | 'fail' | 'import' | 'rival' | 'fill' | 'phrase' | 'domain' }

/** The site begins to be compared, or no longer is. */
export const rivalStep: Step = { does: 'rival', keyword: 0, day: 0, own: 0, path: '/', rival: 0 }

/** Tells stories of the ranks of a site with two keywords, `<site> 0` and `<site> 1`, through the code that writes them. */
export function rankStories(pool: pg.Pool) {
  const deps = { db: pool, plans }
  const terms = { plans, isSmart: false }
  const outcomes = createOutcomes(pool, terms)
  const unstored = createUnstoredChecks({
    db: pool,
    clock: systemClock,
    logger: createLogger('projects', 'silent'),
    terms,
  })
  let leases = 0

  /** The page of a keyword is claimed, and all its readers are due. */
  async function claimed(keywordId: string) {
    const lease = `lease ${++leases}`
    await pool.query(`UPDATE keyword SET due_at = 'epoch' WHERE id = $1`, [keywordId])
    const { rows } = await pool.query(
      `UPDATE page_target SET lease = $2 WHERE id = (SELECT target_id FROM keyword WHERE id = $1)
       RETURNING *, slot_seconds AS "slotSeconds", 0 AS "taskTries", 0 AS "taskUsd", null AS task`,
      [keywordId, lease],
    )
    return rows[0]
  }

  /** As a worker keeps a page: one of a time that has one already is refused, and kept apart. */
  async function check(keywordId: string, checked: CheckedPage) {
    const target = await claimed(keywordId)
    await outcomes.keep(target, checked, null).catch(async (error: unknown) => {
      if (!refusalOf(error)) throw error
      await unstored.keep(target, checked, null)
    })
  }

  async function serve(site: string, keywordId: string, stored: ReturnType<typeof pageOf>, fails: boolean) {
    await transact(pool, async (client) => {
      await client.query('SELECT 1 FROM site WHERE id = $1 FOR SHARE', [site])
      const found = await client.query('SELECT target_id AS "targetId", epoch FROM keyword WHERE id = $1', [keywordId])
      await holdPages(client, found.rows)
      const domains = (await domainsOfSites(client, [site])).get(site) ?? []
      await recordRanks(client, [{ keyword: { keywordId, epoch: found.rows[0].epoch, domains }, page: stored }])
      if (fails) throw new Error('the transaction fails')
    }).catch((error: Error) => {
      if (error.message !== 'the transaction fails') throw error
    })
  }

  async function changeRival(site: string) {
    const owned = { id: site, accountId: site }
    const [rival] = await listCompetitors(pool, site)
    if (rival) await removeOnce(owned, rival.id)
    else await addCompetitor(deps, owned, 'rival.com', new Date(firstDay))
  }

  /** Of two that remove a rival at the same time, the second finds none. */
  async function removeOnce(owned: { id: string; accountId: string }, rivalId: string) {
    await removeCompetitor(deps, owned, rivalId, new Date(firstDay)).catch((error: unknown) => {
      if (Object(error).code !== 'not_found') throw error
    })
  }

  async function changePhrase(site: string, keywordId: string, phrase: string) {
    const after = { phrase, identity: phrase, ...where }
    await transact(pool, async (client) => {
      await client.query('SELECT 1 FROM site WHERE id = $1 FOR UPDATE', [site])
      const targetOf = await upsertTargets(client, [after])
      await shiftCourses(client, site, [keywordId], -1)
      await beginHistories(client, [{ ...after, id: keywordId, targetId: targetOf(after) }], new Date(firstDay))
    })
  }

  async function importRank(site: string, phrase: string, { day, own, path }: Page) {
    const rank = { position: own, url: own > 0 ? `https://example.com${path}` : null, at: at(day) }
    const keyword = { line: 1, phrase, identity: phrase, ...where, rank }
    const order = {
      accountId: site,
      siteId: site,
      source: 'serpbear',
      domain: 'example.com',
      country: 'us',
      language: 'en',
      by: { kind: 'person', personId: 'person', keyId: null, iss: 'test' } as const,
    }
    await importKeywords(deps, order, [keyword], at(storyDays))
  }

  /** Does one step; any number of them may run at the same time. */
  return async (site: string, next: Step): Promise<void> => {
    const phrase = `${site} ${next.keyword}`
    const keywordId = `${site} ${phrase}`
    switch (next.does) {
      case 'check':
        return check(keywordId, { ...pageOf(next), questions: [], costUsd: null })
      case 'serve':
      case 'fail':
        return serve(site, keywordId, pageOf(next), next.does === 'fail')
      case 'import':
        return importRank(site, phrase, next)
      case 'rival':
        return changeRival(site)
      case 'fill':
        for (const id of await listUnfilled(pool)) await fillNextPast(pool, id)
        return
      case 'phrase':
        return changePhrase(site, keywordId, `${phrase} ${next.path}`)
      case 'domain':
        return transact(pool, async (client) => {
          await client.query('SELECT 1 FROM site WHERE id = $1 FOR UPDATE', [site])
          await replaceOwnDomain(client, site, next.path === '/' ? 'example.com' : 'www.example.com', at(next.day))
        })
    }
  }
}

const at = (day: number) => new Date(firstDay + day * dayMs)

/** A results page with the site and its rival at their places; where both have the same, the site has it. */
function pageOf({ day, own, path, rival }: Page) {
  const hosts = Array.from({ length: 30 }, () => 'other.org')
  const urls = hosts.map((host) => `https://${host}/`)
  const place = (n: number, host: string, address: string) => {
    if (n > 0) [hosts[n - 1], urls[n - 1]] = [host, address]
  }
  place(rival, 'rival.com', 'https://rival.com/')
  place(own, 'www.example.com', `https://www.example.com${path}`)
  // Some checks look less deep than the others.
  const depth = day % 3 === 0 ? 12 : 30
  return cutPage({ hosts, urls, fetchedAt: at(day), source: 'scripted', sandbox: false, depth: 30 }, depth)
}
