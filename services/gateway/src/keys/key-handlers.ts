import type { Owned } from '@rts/shared/derive/owned'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { actorOf } from '../accounts/rules/actor.ts'
import { requireOwn } from '../accounts/rules/own-account.ts'
import { maxLastingKeys, maxServerKeys, strikeLimit } from '../http/common/limits.ts'
import type { KeyStore, StoredKey } from './keys.sql.ts'
import type { SeedStore } from './seeds.sql.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `keys.${string}`>>

const limits = { server: maxServerKeys, lasting: maxLastingKeys, strikes: strikeLimit }

/** Keys, for the operator and for people with their own account. */
export function keyHandlers({ keys, seeds }: { keys: KeyStore; seeds: SeedStore }): Served {
  return {
    'keys.create': async ({ params, body, caller }) => {
      requireOwn(caller, params.accountId)
      const { key, secret } = await keys.create(params.accountId, body, actorOf(caller))
      return { key: present(key), secret }
    },
    'keys.list': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      return { keys: (await keys.list(params.accountId)).map(present), limits }
    },
    'keys.revoke': async ({ params, caller }) => {
      const owner = caller.kind === 'person' ? caller.accountId : null
      return { key: present(await keys.revoke(params.keyId, owner, actorOf(caller))) }
    },
    'keys.seed': async ({ body }) => ({ accounts: body.accounts, secrets: await seeds.seed(body) }),
  }
}

function present({ clientId, siteId: projectId, lastUsedAt, revokedAt, ...key }: StoredKey) {
  const client = clientId === null ? null : new URL(clientId).host
  const times = { lastUsedAt: lastUsedAt?.toISOString() ?? null, revokedAt: revokedAt?.toISOString() ?? null }
  return { ...key, client, projectId, ...times }
}
