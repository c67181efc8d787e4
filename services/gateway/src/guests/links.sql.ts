import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const linkCount = query({ n: int }, 'SELECT count(*)::int AS n FROM guest_link WHERE guest_id = $1')
const linkInsert = statement('INSERT INTO guest_link (hash, guest_id, reason) VALUES ($1, $2, $3)')
const linkReason = query({ reason: text.orNull }, 'SELECT reason FROM guest_link WHERE hash = $1')
const hold = statement(`UPDATE guest SET held_until = ends_at + interval '1 hour' WHERE id = $1`)

export async function countLinks(tx: Transaction, guestId: string): Promise<number> {
  return (await linkCount.first(tx, [guestId]))?.n ?? 0
}

export async function insertLink(tx: Transaction, hash: Buffer, guestId: string, reason: string | null): Promise<void> {
  await linkInsert.run(tx, [hash, guestId, reason])
}

export async function reasonOfLink(db: Database, hash: Buffer): Promise<string | null> {
  return (await linkReason.first(db, [hash]))?.reason ?? null
}

/** Keeps the guest's site one hour past its end. */
export async function holdGuest(tx: Transaction, guestId: string): Promise<void> {
  await hold.run(tx, [guestId])
}
