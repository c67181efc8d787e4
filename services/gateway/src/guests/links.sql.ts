import type { Database, Transaction } from '@rts/shared/service/transaction'

export async function countLinks(tx: Transaction, guestId: string): Promise<number> {
  const held = await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM guest_link WHERE guest_id = $1', [guestId])
  return held.rows[0]?.n ?? 0
}

export async function insertLink(tx: Transaction, hash: Buffer, guestId: string, reason: string | null): Promise<void> {
  await tx.query('INSERT INTO guest_link (hash, guest_id, reason) VALUES ($1, $2, $3)', [hash, guestId, reason])
}

export async function reasonOfLink(db: Database, hash: Buffer): Promise<string | null> {
  const link = await db.query<{ reason: string | null }>('SELECT reason FROM guest_link WHERE hash = $1', [hash])
  return link.rows[0]?.reason ?? null
}

/** Keeps the guest's site one hour past its end. */
export async function holdGuest(tx: Transaction, guestId: string): Promise<void> {
  await tx.query(`UPDATE guest SET held_until = ends_at + interval '1 hour' WHERE id = $1`, [guestId])
}
