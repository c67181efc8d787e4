import { randomBytes } from 'node:crypto'
import { maxOAuthClients } from '@rts/shared/contract/keys'
import { AppError, invalidField } from '@rts/shared/errors'
import { mayCarryCodes } from '@rts/shared/redirects'
import { type Seal, SealError } from '@rts/shared/seal'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { z } from 'zod'
import { actorOf, insertAuditEntry, lockOpenAccount, requireOwn } from '../accounts/accounts.ts'
import { hashOfKey } from '../keys/keys.ts'
import { accessesThrough } from './assistants.sql.ts'
import { endAccesses } from './assistants.ts'
import {
  countClients,
  deleteClient,
  findClient,
  insertClient,
  listClients,
  type MadeClient,
} from './oauth-clients.sql.ts'
import { proofOf, registeredPrefix } from './rules/clients.ts'

type Served = Pick<
  ServiceHandlers<'gateway'>,
  'oauthClients.get' | 'oauthClients.list' | 'oauthClients.create' | 'oauthClients.delete'
>
type ClientOrder = { name: string; redirectUris: string[]; isConfidential: boolean; skipsPkce?: boolean | undefined }

/** Clients made by hand for hosts that ask for a client id, and self-registered ones. */
export function clientHandlers(database: Database, registrations: Registrations): Served {
  return {
    'oauthClients.get': async ({ query: { id } }) => {
      const registered = registrations.open(id)
      if (registered) return { client: { id, ...registered, skipsPkce: false, proof: 'registered', accountId: null } }
      const made = proofOf(id) === 'made' ? await findClient(database, id) : undefined
      if (!made) throw new AppError('not_found', 'No such client')
      return { client: { ...toRow(made), proof: 'made', accountId: made.accountId } }
    },
    'oauthClients.list': async ({ params: { accountId }, caller }) => {
      requireOwn(caller, accountId)
      return { clients: (await listClients(database, accountId)).map(toRow), limit: maxOAuthClients }
    },
    'oauthClients.create': async ({ params: { accountId }, body, caller }) => {
      requireOwn(caller, accountId)
      const { client, secret } = await createClient(database, accountId, body, actorOf(caller))
      return { client: toRow(client), secret }
    },
    'oauthClients.delete': async ({ params: { accountId, clientId }, caller }) => {
      requireOwn(caller, accountId)
      await removeClient(database, accountId, clientId, actorOf(caller))
      return { ok: true }
    },
  }
}

/** Returns the secret only once. Throws `invalid_input`, or `conflict` if closed or at the limit. */
function createClient(
  database: Database,
  accountId: string,
  { name, redirectUris, isConfidential, skipsPkce = false }: ClientOrder,
  by: string,
): Promise<{ client: MadeClient; secret: string | null }> {
  for (const [i, uri] of redirectUris.entries())
    if (!mayCarryCodes(uri))
      throw invalidField(`redirectUris[${i}]`, 'must be an https address, or one of a program on this machine')
  if (skipsPkce && !isConfidential)
    throw invalidField('skipsPkce', 'needs a secret: without either, anybody may use a code')
  return inTransaction(database, async (tx) => {
    await lockOpenAccount(tx, accountId)
    if ((await countClients(tx, accountId)) >= maxOAuthClients)
      throw new AppError('conflict', refusals.maxClients({ max: maxOAuthClients }))
    const id = `rts_ci_${randomBytes(16).toString('base64url')}`
    const secret = isConfidential ? `rts_cs_${randomBytes(32).toString('base64url')}` : null
    const secretHash = secret === null ? null : hashOfKey(secret)
    const uris = [...new Set(redirectUris)]
    const client = await insertClient(tx, { id, accountId, name, redirectUris: uris, secretHash, skipsPkce })
    await insertAuditEntry(tx, { action: 'client.created', accountId, actor: by, detail: { client: id, name } })
    return { client, secret }
  })
}

/** Its accesses end too, exactly: an exchange waits for the account's lock, then finds no client. */
function removeClient(database: Database, accountId: string, id: string, by: string): Promise<void> {
  return inTransaction(database, async (tx) => {
    await lockOpenAccount(tx, accountId)
    if (!(await deleteClient(tx, accountId, id))) throw new AppError('not_found', 'No such client')
    await endAccesses(tx, await accessesThrough(tx, accountId, id), 'its client was deleted')
    await insertAuditEntry(tx, { action: 'client.deleted', accountId, actor: by, detail: { client: id } })
  })
}

/** Whether a hand-made client belongs to this locked account. */
export async function mayAsk(tx: Transaction, accountId: string, stored: string): Promise<boolean> {
  if (proofOf(stored) !== 'made') return true
  return (await listClients(tx, accountId)).some(({ id }) => id === stored)
}

function toRow({ id, name, redirectUris, secretHash, skipsPkce, createdAt }: MadeClient) {
  return { id, name, redirectUris, isConfidential: secretHash !== null, skipsPkce, createdAt: createdAt.toISOString() }
}

type Registration = { name: string; redirectUris: string[] }
export type Registrations = ReturnType<typeof createRegistrations>

/** A sealed text opens only as what it was sealed as. */
const place = 'registration of a client'
const contentSchema = z.object({ n: z.string(), r: z.array(z.string()).min(1) })

/** RFC 7591. Nothing is stored: the client's id is its sealed registration. */
export function createRegistrations(seal: Seal) {
  return {
    seal: ({ name, redirectUris }: Registration): string =>
      registeredPrefix + seal.seal(JSON.stringify({ n: name, r: redirectUris }), place),

    /** Undefined for no id, a changed one, or a removed key. */
    open(id: string): Registration | undefined {
      const sealed = id.slice(registeredPrefix.length)
      if (!id.startsWith(registeredPrefix) || !isWrittenOneWay(sealed)) return undefined
      try {
        const { n, r } = contentSchema.parse(JSON.parse(seal.open(sealed, place)))
        return { name: n, redirectUris: r }
      } catch (error) {
        if (error instanceof SealError) return undefined
        throw error
      }
    },
  }
}

/** Lenient base64url has many spellings of the same bytes: a client has one id. */
function isWrittenOneWay(sealed: string): boolean {
  const [, ...parts] = sealed.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}
