import type { PoolClient } from 'pg'
import { bigint } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { notify } from './job-store.ts'

export type Schedule = {
  kind: string
  key: string
  input: unknown
  lane: string
  scope: string
  payer: string
  dueAt: Date
}

const scheduleSubject = query(
  { id: bigint },
  `INSERT INTO collects.subject AS s (kind, key, input, lane, priority, due_at) VALUES ($1, $2, $3, $4, 1, $5)
   ON CONFLICT (kind, key) DO UPDATE SET due_at = coalesce(s.due_at, excluded.due_at) RETURNING id`,
)
const scheduleReading = statement(
  `INSERT INTO collects.reading (scope, subject_id, payer, scheduled) VALUES ($1, $2, $3, true)
   ON CONFLICT (scope, subject_id) DO UPDATE SET scheduled = true, payer = excluded.payer`,
)

/** Schedules a subject for a reader from `dueAt` on; each run says when the next one is due. Scheduled runs are not counted. */
export async function schedule(client: PoolClient, { scope, payer, dueAt, ...subject }: Schedule): Promise<void> {
  const { kind, key, input, lane } = subject
  const scheduled = await scheduleSubject.first(client, [kind, key, JSON.stringify(input), lane, dueAt])
  await scheduleReading.run(client, [scope, scheduled?.id, payer])
  await notify.run(client, [`due ${lane}`])
}
