import type { Database } from '@rts/shared/service/transaction'
import { type Columns, selectList, text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

/** The person at Google, in their session. */
export type Traveller = { accountId: string; personId: string; sessionHash: string }
export type Begun = { siteId: string | null; verifierSealed: string }

const mostOpen = 10
const begun: Columns<Begun> = { siteId: text.orNull, verifierSealed: text }

const consume = query(
  begun,
  `DELETE FROM oauth_state o WHERE hash = $1 AND account_id = $2 AND person_id = $3 AND session_hash = $4 AND expires_at > $5
   RETURNING ${selectList(begun, 'o')}`,
)

/** Stores a consent that has begun, by the hash of its state; deletes those that are over, or too many of the account. */
export async function insertState(
  { oauthState }: Records,
  state: Traveller & Begun & { hash: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  const { accountId } = state
  const latestFirst = { where: { accountId }, orderBy: { expiresAt: 'desc' }, select: { hash: true } } as const
  const tooMany = await oauthState.findMany({ ...latestFirst, skip: mostOpen - 1 })
  const isTooMany = { hash: { in: tooMany.map(({ hash }) => hash) } }
  await oauthState.deleteMany({ where: { OR: [{ expiresAt: { lt: now } }, isTooMany] } })
  await oauthState.create({ data: state })
}

/** The same person, in the same session, gets a consent once and in time. No other try consumes it. */
export function consumeState(
  db: Database,
  hash: string,
  { accountId, personId, sessionHash }: Traveller,
  now: Date,
): Promise<Begun | undefined> {
  return consume.first(db, [hash, accountId, personId, sessionHash, now])
}
