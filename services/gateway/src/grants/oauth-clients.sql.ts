import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, bytes, int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const client = {
  id: text,
  accountId: text,
  name: text,
  redirectUris: texts,
  secretHash: bytes.orNull,
  skipsPkce: boolean,
  createdAt: time,
}
export type MadeClient = RowOf<typeof client>
type NewClient = Omit<MadeClient, 'createdAt'>

const columns = selectList(client, 'c')
const clientById = query(client, `SELECT ${columns} FROM oauth_client c WHERE id = $1`)
const clientsOfAccount = query(
  client,
  `SELECT ${columns} FROM oauth_client c WHERE account_id = $1 ORDER BY created_at, id`,
)
const clientCount = query({ n: int }, 'SELECT count(*)::int AS n FROM oauth_client WHERE account_id = $1')
const clientInsert = query(
  client,
  `INSERT INTO oauth_client AS c (id, account_id, name, redirect_uris, secret_hash, skips_pkce)
   VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING ${columns}`,
)
const clientDeletion = statement('DELETE FROM oauth_client WHERE account_id = $1 AND id = $2')

/** Not bound to an account: the id is what a host was given. */
export function findClient(db: Database, id: string): Promise<MadeClient | undefined> {
  return clientById.first(db, [id])
}

export function listClients(db: Database | Transaction, accountId: string): Promise<MadeClient[]> {
  return clientsOfAccount.rows(db, [accountId])
}

export async function countClients(tx: Transaction, accountId: string): Promise<number> {
  return (await clientCount.require(tx, [accountId])).n
}

export function insertClient(tx: Transaction, given: NewClient): Promise<MadeClient> {
  const { id, accountId, name, redirectUris, secretHash, skipsPkce } = given
  return clientInsert.require(tx, [id, accountId, name, redirectUris, secretHash, skipsPkce])
}

export async function deleteClient(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  return (await clientDeletion.run(tx, [accountId, id])) === 1
}
