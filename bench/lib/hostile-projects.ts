import { setTimeout as delay } from 'node:timers/promises'
import { busyNodeOptions } from '@rts/local/system/programs'
import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { testSecrets } from '@rts/shared/testing/secrets'
import type pg from 'pg'
import { createTokenVault } from '../../services/projects/src/search-console/token-vault.ts'
import { textsInFields } from './hostile-fields.ts'
import { runsOf } from './hostile-runs.ts'
import { type Attack, postingAs, type Service, startService } from './hostile-service.ts'
import { seedSites } from './rank-seed.ts'
import type { Stack } from './stack.ts'

export function startProjects(stack: Stack, databaseUrl: string, providerPort: number): Promise<Service> {
  const provider = `http://127.0.0.1:${providerPort}`
  return startService(stack, 'projects', {
    DATABASE_URL: databaseUrl,
    NODE_OPTIONS: busyNodeOptions,
    SERP_PROVIDERS: 'dataforseo',
    DATAFORSEO_MODE: 'live',
    DATAFORSEO_BASE_URL: provider,
    DATAFORSEO_LOGIN: 'bench',
    DATAFORSEO_PASSWORD: 'bench',
    GOOGLE_CLIENT_ID: 'bench',
    GOOGLE_CLIENT_SECRET: 'bench',
    GOOGLE_TOKEN_URL: `${provider}/token`,
    SEARCH_CONSOLE_BASE_URL: provider,
  })
}

const property = 'sc-domain:hostile.example'

/** A site whose keywords are read; one with many pages, one that keywords are added to, one with a search console. */
export async function seedHostile(pool: pg.Pool): Promise<void> {
  await seedSites(pool, { prefix: 'calm', sites: 1, keywordsPerSite: 100 })
  await seedSites(pool, { prefix: 'pages', sites: 1, keywordsPerSite: 200 })
  await seedSites(pool, { prefix: 'texts', sites: 1, keywordsPerSite: 1 })
  await seedSites(pool, { prefix: 'console', sites: 1, keywordsPerSite: 1 })
  // The added keywords must not be checked meanwhile.
  await pool.query(`UPDATE site SET checks_paused_at = now() WHERE id = 'texts-site-1'`)
  await pool.query(`UPDATE site SET search_property = $1 WHERE id = 'console-site-1'`, [property])
  await pool.query(
    `INSERT INTO google_grant (account_id, google_sub, email, refresh_sealed, scope, connected_by, connected_at)
     VALUES ('console-account-1', 'bench', 'bench@hostile.example', $1, 'bench', 'bench', now())`,
    [createTokenVault(testSecrets.SEAL_KEYS).seal('grant', 'console-account-1', 'bench')],
  )
}

const pagesAtOnce = 8

/** Eight results pages of two megabytes each at once, then the next eight. */
export function resultsPages(pool: pg.Pool): Attack {
  let first = 0
  return async (_service, isOver) => {
    for (; !isOver(); first = (first + pagesAtOnce) % 200) {
      const ids = Array.from({ length: pagesAtOnce }, (_, i) => `pages-target-${first + i + 1}`)
      await pool.query('UPDATE keyword SET due_at = now() WHERE target_id = ANY($1)', [ids])
      await pool.query('UPDATE page_target SET next_due_at = now(), last_fetched_at = NULL WHERE id = ANY($1)', [ids])
      await pool.query(`SELECT pg_notify('ranks', '')`)
      for (let left = ids.length; left > 0; await delay(50)) {
        const waiting = await pool.query('SELECT 1 FROM page_target WHERE id = ANY($1) AND last_fetched_at IS NULL', [
          ids,
        ])
        left = waiting.rows.length
      }
    }
  }
}

/** Queries and pages of a property, ten answers of eight megabytes a run. */
export function queriesOfGoogle(pool: pg.Pool): Attack {
  const input = { accountId: 'console-account-1', siteId: 'console-site-1', property, days: 28 }
  return runsOf(pool, (n) => ({
    kind: 'search_queries',
    lane: 'google',
    key: `hostile ${n}`,
    input: { ...input, version: String(n) },
  }))
}

const maxBytes = 1_048_000
const maxLines = 10_000

/** Lists of keywords that are one text, and names of sites. */
export function textsOfKeywords(): Attack {
  const posts = [
    ...textsInFields('/projects/texts-site-1/keywords/bulk', maxBytes, (text) => ({ text })),
    ...textsInFields('/projects', defaultBodyLimitBytes, (text) => ({ name: text, domain: text, tags: [text] })),
  ]
  return postingAs({ service: 'projects', account: 'texts-account-1' }, posts)
}

/** As many keywords as go in, in letters that are one or several characters; line ends alone. */
export function listsOfKeywords(): Attack {
  const lines = (line: (i: number) => string) => Array.from({ length: maxLines }, (_, i) => line(i)).join('\n')
  const texts = [
    lines((i) => `${i} ${'coffee beans '.repeat(7)}`),
    lines((i) => `${i} ${'\u0958'.repeat(28)}`),
    lines((i) => `${i} ${'a\u200c'.repeat(20)}`),
    `a${'\n'.repeat(maxBytes / 2 - 20)}`,
  ]
  const target = '/projects/texts-site-1/keywords/bulk'
  const posts = texts.map((text) => ({ target, body: JSON.stringify({ text }) }))
  return postingAs({ service: 'projects', account: 'texts-account-1' }, posts)
}
