import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { columns } from '@rts/shared/service/columns'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'

export type PromptSource = 'suggested' | 'custom'
export type Prompt = {
  id: string
  seq: string
  text: string
  source: PromptSource
  pausedAt: Date | null
  createdAt: Date
  /** Beyond what the plan allows: readable, not run. */
  frozen: boolean
}
type Site = Pick<KnownSite, 'id' | 'accountId'>
/** A prompt as a run needs it. */
export type DuePrompt = {
  text: string
  siteId: string
  accountId: string
  plan: string | null
  place: number
  isPaused: boolean
}
export type PromptStore = ReturnType<typeof createPromptStore>

/** Called in the transaction that adds prompts, or makes them run again. */
type Scheduling = (client: PoolClient, promptIds: readonly string[]) => Promise<void>

/** Its place among the prompts of its account, oldest first: the plan's number of them run. */
const placed = `SELECT p.*, row_number() OVER (PARTITION BY k.account_id ORDER BY p.seq)::int AS place, k.account_id
  FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL`
const shown = `id, seq, text, source, paused_at AS "pausedAt", created_at AS "createdAt"`

export function createPromptStore(pool: Pool) {
  async function find(db: Pool | PoolClient, site: Site, ids: readonly string[], limit: number): Promise<Prompt[]> {
    const found = await db.query<Prompt>(
      `SELECT ${shown}, place > $3 AS frozen FROM (${placed} WHERE k.account_id = $4) all_of
       WHERE site_id = $1 AND id = ANY($2) ORDER BY seq`,
      [site.id, ids, limit, site.accountId],
    )
    return found.rows
  }

  return {
    count: async (site: Site): Promise<number> => countOf(pool, 'p.site_id = $1', site.id),

    /** Up to `take` prompts behind the one with id `after`, oldest first; undefined when that is not there. */
    async list(site: Site, after: string | null, take: number, limit: number): Promise<Prompt[] | undefined> {
      const place = after === null ? '0' : await seqOf(pool, site, after)
      if (place === undefined) return undefined
      const found = await pool.query<Prompt>(
        `SELECT ${shown}, place > $4 AS frozen FROM (${placed} WHERE k.account_id = $5) all_of
         WHERE site_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
        [site.id, place, take, limit, site.accountId],
      )
      return found.rows
    },

    async require(site: Site, id: string, limit: number): Promise<Prompt> {
      const [prompt] = await find(pool, site, [id], limit)
      if (!prompt) throw noSuchPrompt()
      return prompt
    },

    /**
     * Adds the texts that are new, all of them or none. Answers each text's prompt in the order given, and which of them are new; throws
     * `plan_limit_reached` when the account's prompts would be more than `limit`.
     */
    add(
      site: Site,
      texts: readonly string[],
      { source, limit, now, schedule }: { source: PromptSource; limit: number; now: Date; schedule: Scheduling },
    ): Promise<{ prompts: Prompt[]; created: ReadonlySet<string> }> {
      return inTransaction(pool, async (client) => {
        await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('prompts:' || $1, 0))`, [site.accountId])
        const known = await idsOf(client, site, texts)
        const fresh = [...new Set(texts)].filter((text) => !known.has(text)).map((text) => ({ id: randomUUID(), text }))
        const used = await countOf(client, 'k.account_id = $1', site.accountId)
        if (fresh.length > 0 && used + fresh.length > limit)
          throw new AppError('plan_limit_reached', `The plan allows ${limit} prompts`, {
            planLimit: { name: 'prompts', max: limit, used },
          })
        await client.query(
          `INSERT INTO ai.prompt (id, site_id, text, source, created_at)
           SELECT id, $1, text, $2, $3 FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS p (id, text, at) ORDER BY at`,
          [site.id, source, now, ...columns(fresh, 'id', 'text')],
        )
        const ids = new Map([...known, ...fresh.map(({ id, text }): [string, string] => [text, id])])
        await schedule(
          client,
          fresh.map(({ id }) => id),
        )
        const found = await find(client, site, [...ids.values()], limit)
        const byText = new Map(found.map((prompt) => [prompt.text, prompt]))
        const prompts = texts.flatMap((text) => byText.get(text) ?? [])
        return { prompts, created: new Set(fresh.map(({ id }) => id)) }
      })
    },

    /** Pauses a prompt or lets it run again; pausing twice keeps the first moment. */
    pause(site: Site, id: string, pausedAt: Date | null, changed: Scheduling): Promise<void> {
      return inTransaction(pool, async (client) => {
        const updated = await client.query(
          `UPDATE ai.prompt SET paused_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(paused_at, $3) END
           WHERE site_id = $1 AND id = $2`,
          [site.id, id, pausedAt],
        )
        if (updated.rowCount !== 1) throw noSuchPrompt()
        await changed(client, [id])
      })
    },

    remove(site: Site, id: string, removed: Scheduling): Promise<void> {
      return inTransaction(pool, async (client) => {
        const deleted = await client.query('DELETE FROM ai.prompt WHERE site_id = $1 AND id = $2', [site.id, id])
        if (deleted.rowCount !== 1) throw noSuchPrompt()
        await removed(client, [id])
      })
    },

    /** The prompt of a run; undefined when it, or its site, is gone. */
    async due(id: string): Promise<DuePrompt | undefined> {
      const found = await pool.query<DuePrompt>(
        `SELECT p.text, p.site_id AS "siteId", k.account_id AS "accountId", a.plan, p.paused_at IS NOT NULL AS "isPaused",
           (SELECT count(*)::int FROM ai.prompt o JOIN known.site s ON s.id = o.site_id AND s.deleted_at IS NULL
            WHERE s.account_id = k.account_id AND o.seq <= p.seq) AS place
         FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL
         LEFT JOIN known.account a ON a.id = k.account_id WHERE p.id = $1`,
        [id],
      )
      return found.rows[0]
    },

    /** Prompts that should run on an engine and are not scheduled there: they are older than its configuration. */
    async unscheduled(engine: string): Promise<{ id: string; siteId: string; accountId: string }[]> {
      const found = await pool.query<{ id: string; siteId: string; accountId: string }>(
        `SELECT p.id, p.site_id AS "siteId", k.account_id AS "accountId"
         FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL
         WHERE p.paused_at IS NULL AND NOT EXISTS (
           SELECT 1 FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id AND d.scheduled
           WHERE s.kind = 'ai' AND s.key = p.id || ':' || $1)`,
        [engine],
      )
      return found.rows
    },
  }
}

/** Ends the prompts of a deleted site with their answers, and what was not to be suggested, in the transaction that hears of it. */
export async function forgetPrompts(client: PoolClient, siteId: string): Promise<void> {
  await client.query('DELETE FROM ai.prompt WHERE site_id = $1', [siteId])
  await client.query('DELETE FROM ai.dismissed_suggestion WHERE site_id = $1', [siteId])
}

async function idsOf(client: PoolClient, { id }: Site, texts: readonly string[]): Promise<Map<string, string>> {
  const found = await client.query<{ id: string; text: string }>(
    'SELECT id, text FROM ai.prompt WHERE site_id = $1 AND text = ANY($2)',
    [id, texts],
  )
  return new Map(found.rows.map((row) => [row.text, row.id]))
}

async function countOf(db: Pool | PoolClient, where: string, id: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL WHERE ${where}`,
    [id],
  )
  return found.rows[0]?.count ?? 0
}

async function seqOf(pool: Pool, { id }: Site, promptId: string): Promise<string | undefined> {
  const found = await pool.query<{ seq: string }>('SELECT seq FROM ai.prompt WHERE site_id = $1 AND id = $2', [
    id,
    promptId,
  ])
  return found.rows[0]?.seq
}

function noSuchPrompt(): AppError {
  return new AppError('not_found', 'No such prompt')
}
