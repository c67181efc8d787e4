import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, bytes, float, int, type RowOf, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { skipStored, storedSql } from './results-pages.sql.ts'

const oldPage = {
  targetId: text,
  /** No target has this id any more. */
  isOrphan: boolean,
  fetchedAt: time,
  source: text,
  sandbox: boolean,
  depth: int,
  costUsd: float.orNull,
  hosts: bytes,
  details: bytes.orNull,
}
/** A page that was stored by an earlier release, packed without compression. */
export type OldPage = RowOf<typeof oldPage>

const step = query({ isMore: boolean }, 'SELECT ranks.move_step($1, $2) AS "isMore"')
const waiting = query({ parts: bigint }, 'SELECT count(*) AS parts FROM ranks.move')
const nextPart = query(
  { part: text, isOver: boolean },
  `SELECT part, is_over AS "isOver" FROM ranks.next_part('results_page', $1)`,
)
const endOne = query({ isEnded: boolean }, 'SELECT ranks.end_part($1) AS "isEnded"')
const take = query(
  oldPage,
  `SELECT target_id AS "targetId", is_orphan AS "isOrphan", fetched_at AS "fetchedAt", source, sandbox, depth,
     cost_usd::float8 AS "costUsd", hosts, details FROM ranks.take_pages($1, $2)`,
)
const store = statement(
  `WITH p AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::int[], $6::numeric[], $7::bytea[], $8::bytea[])
      AS p (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, details)
      CROSS JOIN (SELECT NULL::timestamptz AS base_at) none),
  ${storedSql(skipStored)}
  UPDATE ranks.move m SET next_block = m.next_block + $10, moved = m.moved + (SELECT count(*) FROM p), orphans = m.orphans + $11
  WHERE m.part = $9`,
)

/** Moves the positions of so many blocks from the table of earlier releases; false if no replica needs to go on now. */
export async function moveBlocks(db: Database, now: Date, blocks: number): Promise<boolean> {
  return (await step.require(db, [now, blocks])).isMore
}

/** Locks the next partition with pages of earlier releases that no other replica has; `isOver` once all its blocks are moved. */
export function lockNextPart(tx: Transaction, now: Date) {
  return nextPart.first(tx, [now])
}

/** Drops a partition whose blocks are moved; false if readers hold it. */
export async function endPart(tx: Transaction, part: string): Promise<boolean> {
  return (await endOne.require(tx, [part])).isEnded
}

/** Deletes the pages of the next blocks of a partition, to store them again in the same transaction (`storeMoved`). */
export function takePages(tx: Transaction, part: string, blocks: number): Promise<OldPage[]> {
  return take.rows(tx, [part, blocks])
}

/** Stores pages of so many blocks, and notes how far their partition is moved. */
export async function storeMoved(
  tx: Transaction,
  pages: readonly Omit<OldPage, 'isOrphan'>[],
  done: { part: string; blocks: number; orphans: number },
): Promise<void> {
  const fields = columns(pages, 'targetId', 'fetchedAt', 'source', 'sandbox', 'depth', 'costUsd', 'hosts', 'details')
  await store.run(tx, [...fields, done.part, done.blocks, done.orphans])
}

/** How many partitions of the tables of earlier releases are left. */
export async function countPartsToMove(db: Database): Promise<number> {
  return Number((await waiting.require(db)).parts)
}
