import type { PromptAnswerRow } from '@rts/shared/contract/rows/prompt'
import type { FailureKind } from '@rts/shared/failure'
import type { Database } from '@rts/shared/service/transaction'
import {
  bigint,
  boolean,
  type Columns,
  float,
  int,
  json,
  type RowOf,
  selectList,
  text,
  time,
} from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import { Prisma } from '../generated/client.ts'
import type { Known } from './rules/mentions.ts'
import type { Counts } from './rules/rates.ts'

const run = {
  id: bigint,
  promptId: text,
  engine: text,
  checkedAt: time,
  model: text,
  searched: boolean,
  sandbox: boolean,
  inputTokens: int.orNull,
  outputTokens: int.orNull,
  costUsd: float.orNull,
  mentioned: boolean,
  cited: boolean,
  position: int.orNull,
  citationPosition: int.orNull,
  rivalsNamed: int,
  citations: json.of<PromptAnswerRow['citations']>(),
  text: text.orNull,
}
export type StoredRun = RowOf<typeof run>
export type Run = Omit<StoredRun, 'id'>
type Asked = { prompt: string; own: Known; rivals: Known[] }
export type DayCounts = Counts & { promptId: string; checkedAt: Date }
const failure = { promptId: text, engine: text, kind: text.of<FailureKind>(), failedAt: time }
export type LastFailure = RowOf<typeof failure>

const textDays = 90
const costUsd = 'r.cost_usd::float8'
const latest = query(
  run,
  `SELECT DISTINCT ON (r.prompt_id, r.engine) ${selectList(run, 'r', { costUsd, text: 'NULL' })}
   FROM ai.run r WHERE r.prompt_id = ANY($1) ORDER BY r.prompt_id, r.engine, r.day DESC`,
)
const mention = { promptId: text, engine: text, checkedAt: time, mentioned: boolean, cited: boolean }
export type LastMention = RowOf<typeof mention>
const latestMentions = query(
  mention,
  `SELECT DISTINCT ON (r.prompt_id, r.engine) ${selectList(mention, 'r')}
   FROM ai.run r WHERE r.prompt_id = ANY($1) ORDER BY r.prompt_id, r.engine, r.day DESC`,
)
const recentText = `CASE WHEN r.checked_at > clock_timestamp() - ${textDays} * interval '1 day' THEN r.text END`
const runsOfPrompt = query(
  run,
  `SELECT ${selectList(run, 'r', { costUsd, text: recentText })} FROM ai.run r
   WHERE r.prompt_id = $1 AND ($2::text IS NULL OR r.engine = $2) AND ($3::bigint IS NULL OR r.id < $3)
   ORDER BY r.id DESC LIMIT $4`,
)
const lastFailures = query(failure, `SELECT ${selectList(failure, 'f')} FROM ai.failure f WHERE f.prompt_id = ANY($1)`)
const dayCounts: Columns<DayCounts> = {
  promptId: text,
  checkedAt: time,
  answers: int,
  mentioned: int,
  cited: int,
  rivals: int,
}
const counted = {
  checkedAt: 'max(r.checked_at)',
  answers: 'count(*)::int',
  mentioned: 'count(*) FILTER (WHERE r.mentioned)::int',
  cited: 'count(*) FILTER (WHERE r.cited)::int',
  rivals: 'sum(r.rivals_named)::int',
}
const countsOfDays = query(
  dayCounts,
  `SELECT ${selectList(dayCounts, 'r', counted)} FROM ai.run r WHERE r.prompt_id = ANY($1) AND r.checked_at >= $2
   GROUP BY r.prompt_id, r.day ORDER BY r.prompt_id, r.day`,
)
const dropTexts = statement(
  `UPDATE ai.run SET text = NULL
   WHERE text IS NOT NULL AND checked_at < $1::timestamptz - ${textDays} * interval '1 day'`,
)

/** The day's second answer replaces the first: days weigh the same. */
export async function storeRun(records: Records, run: Run, asked: Asked): Promise<void> {
  const { promptId, engine } = run
  const day = new Date(run.checkedAt.toISOString().slice(0, 10))
  const answer = { ...run, asked }
  const where = { promptId_engine_day: { promptId, engine, day } }
  await unlessDeleted(records.run.upsert({ where, create: { ...answer, day }, update: answer }))
  await records.failure.deleteMany({ where: { promptId, engine } })
}

export async function storeFailure(records: Records, { promptId, engine, kind, failedAt }: LastFailure): Promise<void> {
  const where = { promptId_engine: { promptId, engine } }
  const create = { promptId, engine, kind, failedAt }
  await unlessDeleted(records.failure.upsert({ where, create, update: { kind, failedAt } }))
}

export function latestRuns(db: Database, promptIds: readonly string[]): Promise<StoredRun[]> {
  return latest.rows(db, [promptIds])
}

/** Without the answers' content. */
export function lastMentions(db: Database, promptIds: readonly string[]): Promise<LastMention[]> {
  return latestMentions.rows(db, [promptIds])
}

export function failuresOf(db: Database, promptIds: readonly string[]): Promise<LastFailure[]> {
  return lastFailures.rows(db, [promptIds])
}

/** Usable answers by day, oldest first; prompts without any are absent. */
export function countsByDay(db: Database, promptIds: readonly string[], since: Date): Promise<DayCounts[]> {
  return countsOfDays.rows(db, [promptIds, since])
}

/** Newest first, after the answer `after`. */
export function listRuns(db: Database, promptId: string, engine: string | null, after: string | null, take: number) {
  return runsOfPrompt.rows(db, [promptId, engine, after, take])
}

export function countRuns(records: Records, promptId: string, engine: string | null): Promise<number> {
  return records.run.count({ where: { promptId, ...(engine !== null && { engine }) } })
}

/** Texts live ninety days, figures for ever. */
export async function deleteOldTexts(db: Database, now: Date): Promise<void> {
  await dropTexts.run(db, [now])
}

/** Ignores prompts deleted meanwhile. */
async function unlessDeleted(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2003') throw error
  })
}
