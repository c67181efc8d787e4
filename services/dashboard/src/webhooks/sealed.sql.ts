import type { Database } from '@rts/shared/service/transaction'
import { type RowOf, selectList, text } from '@rts/shared/sql/column'
import { sealedByOthers } from '@rts/shared/sql/sealed'
import { statement } from '@rts/shared/sql/statement'

const sealed = { id: text, sealedUrl: text, sealedSecret: text.orNull, formerSecret: text.orNull }
/** The sealed texts of an endpoint. */
export type Sealed = RowOf<typeof sealed>

const endpoints = { list: selectList(sealed, 'e'), from: 'webhook_endpoint e', id: 'e.id' }
const byUrl = sealedByOthers(sealed, { ...endpoints, column: 'e.sealed_url' })
// A replica that still has the older key may have changed the secret alone.
const bySecret = sealedByOthers(sealed, { ...endpoints, column: 'e.sealed_secret' })
const resealing = statement(
  `UPDATE webhook_endpoint SET sealed_url = $2, sealed_secret = $3, former_secret = $4
   WHERE id = $1 AND sealed_secret IS NOT DISTINCT FROM $5`,
)

/** The endpoints that a key other than `keyId` sealed. */
export async function* sealedUnderOtherKeys(db: Database, keyId: string): AsyncGenerator<Sealed> {
  yield* byUrl(db, keyId)
  yield* bySecret(db, keyId)
}

/** Stores what was sealed anew, unless the secret has changed since it was read. */
export async function storeResealed(db: Database, before: Sealed, after: Omit<Sealed, 'id'>): Promise<void> {
  const { sealedUrl, sealedSecret, formerSecret } = after
  await resealing.run(db, [before.id, sealedUrl, sealedSecret, formerSecret, before.sealedSecret])
}
