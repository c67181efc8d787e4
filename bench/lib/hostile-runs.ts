import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Attack } from './hostile-service.ts'

type NewRun = { kind: string; lane: string; key: string; input: object }
let runs = 0

/** One run of a kind after the other, each of another input; the last is waited for, so that it is not beside what comes then. */
export function runsOf(pool: pg.Pool, runOf: (n: number) => NewRun): Attack {
  return async (_service, isOver) => {
    while (!isOver()) await run(pool, runOf(++runs))
  }
}

async function run(pool: pg.Pool, { kind, lane, key, input }: NewRun): Promise<void> {
  const wanted = await pool.query(
    `WITH wanted AS (INSERT INTO collects.subject (kind, key, input, lane, due_at) VALUES ($1, $2, $3, $4, now()) RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 's:hostile', id, 'hostile', now() FROM wanted
     RETURNING subject_id AS id`,
    [kind, key, JSON.stringify(input), lane],
  )
  await pool.query(`SELECT pg_notify('collects', $1)`, [`due ${lane}`])
  for (;;) {
    const [id] = wanted.rows.map((row) => row.id)
    const ended = await pool.query('SELECT result_id, tries FROM collects.subject WHERE id = $1', [id])
    const [{ result_id: result = null, tries = 0 } = {}] = ended.rows
    if (result !== null) return
    // A provider that is refused is no attack.
    if (tries > 1) throw new Error(`a run of ${kind} failed`)
    await delay(50)
  }
}
