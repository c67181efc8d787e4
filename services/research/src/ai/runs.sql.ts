import { dayMs } from '@rts/shared/clock'
import type { PromptAnswerRow } from '@rts/shared/contract/rows/prompt'
import type { FailureKind } from '@rts/shared/failure'
import type { Database } from '@rts/shared/service/transaction'
import type { Known } from './rules/mentions.ts'
import type { Counts } from './rules/rates.ts'

export type Run = Omit<PromptAnswerRow, 'id' | 'checkedAt' | 'sandbox'> & {
  promptId: string
  checkedAt: Date
  sandbox: boolean
  rivalsNamed: number
}
export type StoredRun = Run & { id: string }
/** The prompt and the names as a run looked for them. */
type Asked = { prompt: string; own: Known; rivals: Known[] }
export type PromptCounts = Counts & { promptId: string }
export type DayCounts = Omit<PromptCounts, 'rivals'> & { checkedAt: Date }
export type LastFailure = { promptId: string; engine: string; kind: FailureKind; failedAt: Date }

const textDays = 90
const shown = `r.id, r.prompt_id AS "promptId", r.engine, r.checked_at AS "checkedAt", r.model, r.searched, r.sandbox,
  r.input_tokens AS "inputTokens", r.output_tokens AS "outputTokens", r.cost_usd::float8 AS "costUsd", r.mentioned, r.cited,
  r.position, r.citation_position AS "citationPosition", r.rivals_named AS "rivalsNamed", r.citations`
const sums = `count(*)::int AS runs, count(*) FILTER (WHERE mentioned)::int AS mentions, count(*) FILTER (WHERE cited)::int AS citations`

/** A second answer of a day takes the place of the first, so that each day weighs the same. */
export async function storeRun(db: Database, run: Run, asked: Asked): Promise<void> {
  await db.query(
    `INSERT INTO ai.run AS r (prompt_id, engine, day, checked_at, model, searched, input_tokens, output_tokens, cost_usd, sandbox,
       mentioned, cited, position, citation_position, rivals_named, citations, asked, text)
     SELECT id, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
     FROM ai.prompt WHERE id = $1 FOR SHARE
     ON CONFLICT (prompt_id, engine, day) DO UPDATE SET checked_at = excluded.checked_at, model = excluded.model,
       searched = excluded.searched, input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
       cost_usd = excluded.cost_usd, sandbox = excluded.sandbox, mentioned = excluded.mentioned, cited = excluded.cited,
       position = excluded.position, citation_position = excluded.citation_position, rivals_named = excluded.rivals_named,
       citations = excluded.citations, asked = excluded.asked, text = excluded.text`,
    [
      run.promptId,
      run.engine,
      run.checkedAt,
      run.model,
      run.searched,
      run.inputTokens,
      run.outputTokens,
      run.costUsd,
      run.sandbox,
      run.mentioned,
      run.cited,
      run.position,
      run.citationPosition,
      run.rivalsNamed,
      JSON.stringify(run.citations),
      JSON.stringify(asked),
      run.text,
    ],
  )
  await db.query('DELETE FROM ai.failure WHERE prompt_id = $1 AND engine = $2', [run.promptId, run.engine])
}

export async function storeFailure(db: Database, { promptId, engine, kind, failedAt }: LastFailure): Promise<void> {
  await db.query(
    `INSERT INTO ai.failure (prompt_id, engine, kind, failed_at) SELECT id, $2, $3, $4 FROM ai.prompt WHERE id = $1
     ON CONFLICT (prompt_id, engine) DO UPDATE SET kind = excluded.kind, failed_at = excluded.failed_at`,
    [promptId, engine, kind, failedAt],
  )
}

/** The last answer of each engine to each prompt. */
export async function latestRuns(db: Database, promptIds: readonly string[]): Promise<StoredRun[]> {
  const found = await db.query<StoredRun>(
    `SELECT DISTINCT ON (r.prompt_id, r.engine) ${shown}, NULL AS text FROM ai.run r WHERE r.prompt_id = ANY($1)
     ORDER BY r.prompt_id, r.engine, r.day DESC`,
    [promptIds],
  )
  return found.rows
}

export async function failuresOf(db: Database, promptIds: readonly string[]): Promise<LastFailure[]> {
  const found = await db.query<LastFailure>(
    `SELECT prompt_id AS "promptId", engine, kind, failed_at AS "failedAt" FROM ai.failure WHERE prompt_id = ANY($1)`,
    [promptIds],
  )
  return found.rows
}

/** Counts of good answers since a time; a prompt without any is absent. */
export async function countsSince(db: Database, promptIds: readonly string[], since: Date): Promise<PromptCounts[]> {
  const found = await db.query<PromptCounts>(
    `SELECT prompt_id AS "promptId", ${sums}, sum(rivals_named)::int AS rivals FROM ai.run
     WHERE prompt_id = ANY($1) AND checked_at >= $2 GROUP BY prompt_id`,
    [promptIds, since],
  )
  return found.rows
}

/** The same by day, oldest first. */
export async function countsByDay(db: Database, promptIds: readonly string[], since: Date): Promise<DayCounts[]> {
  const found = await db.query<DayCounts>(
    `SELECT prompt_id AS "promptId", max(checked_at) AS "checkedAt", ${sums} FROM ai.run
     WHERE prompt_id = ANY($1) AND checked_at >= $2 GROUP BY prompt_id, day ORDER BY prompt_id, day`,
    [promptIds, since],
  )
  return found.rows
}

/** Answers to a prompt, newest first, up to `take` behind the one with id `after`. */
export async function listRuns(
  db: Database,
  promptId: string,
  engine: string | null,
  after: string | null,
  take: number,
): Promise<StoredRun[]> {
  const found = await db.query<StoredRun>(
    `SELECT ${shown}, CASE WHEN r.checked_at > clock_timestamp() - ${textDays} * interval '1 day' THEN r.text END AS text
     FROM ai.run r WHERE r.prompt_id = $1 AND ($2::text IS NULL OR r.engine = $2)
     AND ($3::bigint IS NULL OR r.id < $3) ORDER BY r.id DESC LIMIT $4`,
    [promptId, engine, after, take],
  )
  return found.rows
}

export async function countRuns(db: Database, promptId: string, engine: string | null): Promise<number> {
  const found = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM ai.run WHERE prompt_id = $1 AND ($2::text IS NULL OR engine = $2)',
    [promptId, engine],
  )
  return found.rows[0]?.count ?? 0
}

/** Texts are kept for ninety days, figures for ever. */
export async function deleteOldTexts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - textDays * dayMs)
  await db.query('UPDATE ai.run SET text = NULL WHERE text IS NOT NULL AND checked_at < $1', [before])
}
