import type { Caller } from '@rts/shared/contract/caller'
import type { Owned } from '@rts/shared/derive/owned'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { KeyStore, StoredKey } from '../data/key-store.ts'
import type { SeedStore } from '../data/seed-store.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `keys.${string}`>>

/** Keys, for the operator and for people with their own account. */
export function keyHandlers({ keys, seeds }: { keys: KeyStore; seeds: SeedStore }): Served {
  return {
    'keys.create': async ({ params, body, caller }) => {
      requireAccount(caller, params.accountId)
      const { key, secret } = await keys.create(params.accountId, body)
      return { key: present(key), secret }
    },
    'keys.list': async ({ params, caller }) => {
      requireAccount(caller, params.accountId)
      return { keys: (await keys.list(params.accountId)).map(present) }
    },
    'keys.revoke': async ({ params, caller }) => {
      const owner = caller.kind === 'person' ? caller.accountId : null
      return { key: present(await keys.revoke(params.keyId, owner)) }
    },
    'keys.seed': async ({ body }) => ({ accounts: body.accounts, secrets: await seeds.seed(body) }),
  }
}

/** A person may see only their own account. */
function requireAccount(caller: Caller, accountId: string): void {
  if (caller.kind === 'person' && caller.accountId !== accountId) throw new AppError('not_found', 'No such account')
}

function present(key: StoredKey) {
  return { ...key, lastUsedAt: key.lastUsedAt?.toISOString() ?? null, revokedAt: key.revokedAt?.toISOString() ?? null }
}
