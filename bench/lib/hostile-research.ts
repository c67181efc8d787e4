import { busyNodeOptions } from '@rts/local/system/programs'
import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import type pg from 'pg'
import { textsInFields } from './hostile-fields.ts'
import { runsOf } from './hostile-runs.ts'
import { type Attack, postingAs, type Service, startService } from './hostile-service.ts'
import type { Stack } from './stack.ts'

export function startResearch(stack: Stack, databaseUrl: string, providerPort: number): Promise<Service> {
  const provider = `http://127.0.0.1:${providerPort}`
  return startService(stack, 'research', {
    DATABASE_URL: databaseUrl,
    NODE_OPTIONS: busyNodeOptions,
    RANKED_ROWS: '1000',
    KEYWORD_PROVIDERS: 'dataforseo',
    BACKLINK_PROVIDERS: 'dataforseo',
    DATAFORSEO_BASE_URL: provider,
    DATAFORSEO_LOGIN: 'bench',
    DATAFORSEO_PASSWORD: 'bench',
  })
}

/** A site with prompts, which its account reads. */
export async function seedPrompts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO ai.prompt (id, site_id, text, source, created_at)
     SELECT 'prompt-' || n, 'calm', 'Where can I buy coffee beans ' || n || '?', 'custom', now() FROM generate_series(1, 20) n`,
  )
}

/** A site's ranked keywords and its backlinks: two lists of eight megabytes at once. */
export function listsOfProviders(pool: pg.Pool): Attack {
  const place = { country: 'us', language: 'en' }
  const kinds = (['ranked', 'backlinks'] as const).map((kind) =>
    runsOf(pool, (n) => ({ kind, lane: 'ask', key: `hostile ${n}`, input: { domain: `of${n}.example`, ...place } })),
  )
  return async (service, isOver) => {
    await Promise.all(kinds.map((attack) => attack(service, isOver)))
  }
}

const maxBytes = 1_048_000
const max = 10_000

/** Prompts and hosts that are one text, and phrases. */
export function textsOfResearch(): Attack {
  const posts = [
    ...textsInFields('/projects/texts/ai-prompts', maxBytes, (prompt) => ({ prompt })),
    ...textsInFields('/projects/texts/disavow', maxBytes, (host) => ({ domains: [host] })),
    ...textsInFields('/keywords/research', defaultBodyLimitBytes, (q) => ({ q })),
  ]
  return postingAs({ service: 'research', account: 'of-texts' }, posts)
}

/** Hosts of many labels, of letters beyond ASCII, one of full stops; as many prompts as go in. */
export function handedIn(): Attack {
  const hosts = (host: (i: number) => string) =>
    JSON.stringify({ domains: Array.from({ length: max }, (_, i) => host(i)) })
  const prompts = Array.from({ length: max }, (_, i) => `${'Where to buy good coffee '.repeat(3)}${i}?`)
  const posts = [
    hosts((i) => `${'a.'.repeat(42)}${i.toString(36)}.net`),
    hosts((i) => `${'é'.repeat(20)}.${'ß'.repeat(15)}${i}.net`),
    JSON.stringify({ domains: [`a${'.'.repeat(maxBytes)}x`] }),
  ].map((body) => ({ target: '/projects/texts/disavow', body }))
  const account = { service: 'research', account: 'of-texts' } as const
  return postingAs(account, [...posts, { target: '/projects/texts/ai-prompts', body: JSON.stringify({ prompts }) }])
}
