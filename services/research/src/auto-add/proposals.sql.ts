import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Place } from '@rts/shared/phrases/own-pages'
import { columns } from '@rts/shared/service/columns'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { addedSql } from './policies.sql.ts'
import type { Evidence } from './rules/candidates.ts'
import { mayAddAlone, type Proposal, roomOfWeek } from './rules/choice.ts'
import { weekOf } from './rules/week.ts'

export type ProposalState = 'open' | 'adding' | 'added' | 'refused'
export type StoredProposal = Place & {
  id: string
  seq: string
  siteId: string
  phrase: string
  volume: number | null
  similarity: number | null
  score: number
  evidence: Evidence[]
  proposedAt: Date
  state: ProposalState
  decidedAt: Date | null
  decidedBy: string | null
}
export type ProposalStore = ReturnType<typeof createProposalStore>

const shown = `id, seq, site_id AS "siteId", phrase, country, language, volume, similarity, score, evidence, proposed_at AS "proposedAt",
  state, decided_at AS "decidedAt", decided_by AS "decidedBy"`
const openSql = `SELECT ${shown} FROM auto_add.proposal WHERE site_id = $1 AND state = 'open' ORDER BY score DESC, seq`

/** Proposed keywords and what became of them. Each phrase is proposed once to a site, whatever becomes of it. */
export function createProposalStore(pool: Pool) {
  return {
    /** Identities of all that was ever proposed, and the phrases that people refused, the latest first. */
    async past(siteId: string): Promise<{ known: Set<string>; refused: string[] }> {
      const found = await pool.query<{ key: string; phrase: string; state: ProposalState }>(
        'SELECT key, phrase, state FROM auto_add.proposal WHERE site_id = $1 ORDER BY decided_at DESC NULLS LAST',
        [siteId],
      )
      const refused = found.rows.filter(({ state }) => state === 'refused').map(({ phrase }) => phrase)
      return { known: new Set(found.rows.map(({ key }) => key)), refused }
    },

    /**
     * Stores proposals, as many as a week has room for, and begins to add the best open ones, as many as the week's cap allows. One
     * run at a time for a site, over all replicas.
     */
    propose(
      siteId: string,
      proposals: readonly Proposal[],
      { place, most, now }: { place: Place; most: number; now: Date },
    ): Promise<{ proposed: number; adding: StoredProposal[] }> {
      return inTransaction(pool, async (client) => {
        const policy = await lockPolicy(client, siteId, now)
        const rows = proposals
          .slice(0, Math.max(0, most - policy.proposed))
          .map((each) => ({ ...each, ...place, id: randomUUID() }))
        const proposed = await insert(client, siteId, rows, now)
        const room = policy.mode === 'add' ? roomOfWeek(policy) : 0
        const open = await client.query<StoredProposal>(openSql, [siteId])
        const ids = open.rows.filter(mayAddAlone).map(({ id }) => id)
        return { proposed, adding: await begin(client, siteId, ids.slice(0, room), { by: null, now }) }
      })
    },

    /** Begins to add open proposals; throws `not_found` if one is not the site's. Those that are decided are left out. */
    accept: (siteId: string, ids: readonly string[], by: string, now: Date): Promise<StoredProposal[]> =>
      inTransaction(pool, async (client) => {
        await requireAll(client, siteId, ids)
        return begin(client, siteId, ids, { by, now })
      }),

    refuse: (siteId: string, ids: readonly string[], by: string, now: Date): Promise<number> =>
      inTransaction(pool, async (client) => {
        await requireAll(client, siteId, ids)
        const refused = await client.query(
          `UPDATE auto_add.proposal SET state = 'refused', decided_at = $3, decided_by = $4
           WHERE site_id = $1 AND id = ANY($2) AND state = 'open'`,
          [siteId, ids, now, by],
        )
        return refused.rowCount ?? 0
      }),

    /** What is tracked now is added; what was left out is open again. */
    async settle(added: readonly string[], left: readonly string[]): Promise<void> {
      await pool.query(
        `UPDATE auto_add.proposal SET state = CASE WHEN id = ANY($1) THEN 'added' ELSE 'open' END,
           decided_at = CASE WHEN id = ANY($1) THEN decided_at END, decided_by = CASE WHEN id = ANY($1) THEN decided_by END
         WHERE (id = ANY($1) OR id = ANY($2)) AND state = 'adding'`,
        [added, left],
      )
    },

    /** Proposals of one site that a process began to add before `before` and never settled, and the site's account. */
    async stuck(before: Date): Promise<{ accountId: string; begun: StoredProposal[] } | undefined> {
      const found = await pool.query<StoredProposal & { accountId: string }>(
        `SELECT ${shown}, account_id AS "accountId" FROM auto_add.proposal p JOIN (SELECT id AS site, account_id FROM known.site) k ON site = site_id
         WHERE state = 'adding' AND decided_at < $1 AND site_id = (
           SELECT site_id FROM auto_add.proposal WHERE state = 'adding' AND decided_at < $1 ORDER BY decided_at LIMIT 1)`,
        [before],
      )
      const [first] = found.rows
      return first && { accountId: first.accountId, begun: found.rows }
    },

    /** The whole list, open ones by their score, decided ones by their time. */
    async list(siteId: string, decided: boolean): Promise<StoredProposal[]> {
      const order = decided ? 'decided_at DESC, seq DESC' : 'score DESC, seq'
      const found = await pool.query<StoredProposal>(
        `SELECT ${shown} FROM auto_add.proposal WHERE site_id = $1 AND (state IN ('added', 'refused')) = $2 ORDER BY ${order}`,
        [siteId, decided],
      )
      return found.rows
    },
  }
}

type LockedPolicy = { mode: string; perWeek: number; added: number; proposed: number }

async function lockPolicy(client: PoolClient, siteId: string, now: Date): Promise<LockedPolicy> {
  await client.query('SELECT 1 FROM auto_add.policy WHERE site_id = $1 FOR UPDATE', [siteId])
  const found = await client.query<LockedPolicy>(
    `SELECT mode, per_week AS "perWeek", ${addedSql} AS added,
       (SELECT count(*)::int FROM auto_add.proposal WHERE site_id = $1 AND proposed_at >= $2) AS proposed
     FROM auto_add.policy WHERE site_id = $1`,
    [siteId, weekOf(now)],
  )
  return found.rows[0] ?? { mode: 'off', perWeek: 0, added: 0, proposed: Number.POSITIVE_INFINITY }
}

async function insert(
  client: PoolClient,
  siteId: string,
  rows: readonly (Proposal & Place & { id: string })[],
  now: Date,
): Promise<number> {
  const values = rows.map((row) => ({ ...row, evidence: JSON.stringify(row.evidence) }))
  const inserted = await client.query(
    `INSERT INTO auto_add.proposal (site_id, proposed_at, id, key, phrase, country, language, volume, similarity, score, evidence)
     SELECT $1, $2::timestamptz, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::real[], $10::int[], $11::jsonb[])
     ON CONFLICT (site_id, key) DO NOTHING`,
    [
      siteId,
      now,
      ...columns(values, 'id', 'key', 'phrase', 'country', 'language', 'volume', 'similarity', 'score', 'evidence'),
    ],
  )
  return inserted.rowCount ?? 0
}

async function begin(
  client: PoolClient,
  siteId: string,
  ids: readonly string[],
  { by, now }: { by: string | null; now: Date },
): Promise<StoredProposal[]> {
  const begun = await client.query<StoredProposal>(
    `UPDATE auto_add.proposal SET state = 'adding', decided_at = $3, decided_by = $4
     WHERE site_id = $1 AND id = ANY($2) AND state = 'open' RETURNING ${shown}`,
    [siteId, ids, now, by],
  )
  return begun.rows
}

async function requireAll(client: PoolClient, siteId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const found = await client.query('SELECT 1 FROM auto_add.proposal WHERE site_id = $1 AND id = ANY($2)', [
    siteId,
    wanted,
  ])
  if (found.rowCount !== wanted.length) throw new AppError('not_found', 'No such proposal')
}
