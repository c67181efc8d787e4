import type { RpcClient } from '../service/rpc-client.ts'
import { systemCaller } from '../service/system-caller.ts'
import type { AnyKind, Asker } from './kind.ts'

/** The day's collects of an account: one count over all doors and services. */
export type Quota = {
  /** Counts one; a token counts once however often it is sent. `unknown`: the owner did not answer. */
  take(accountId: string, token: string): Promise<'taken' | 'used_up' | 'unknown'>
  /** Throws when the owner does not answer. */
  giveBack(token: string): Promise<void>
}

/** Names a reader's ask towards the day's count. */
export function tokenOf(service: string, kind: AnyKind, input: unknown, { scope }: Asker, nth: number): string {
  return [service, scope, kind.name, kind.keyOf(input), nth].join(':')
}

/** Asks the service that counts the day's collects. */
export function createRpcQuota(call: RpcClient): Quota {
  return {
    take: async (accountId, token) => {
      try {
        const { taken } = await call('collects.take', { body: { accountId, token } }, systemCaller(accountId))
        return taken ? 'taken' : 'used_up'
      } catch {
        // Without the owner's answer nothing new is started; saved results are still answered.
        return 'unknown'
      }
    },
    giveBack: async (token) => {
      await call('collects.giveBack', { body: { token } }, systemCaller())
    },
  }
}
