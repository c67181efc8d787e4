import type { RpcClient } from '../service/rpc-client.ts'
import { systemCaller } from '../service/system-caller.ts'

/** The day's collects of an account: one count over all doors and services. */
export type Quota = {
  /** Counts one; a token counts once however often it is sent. `unknown`: the owner did not answer. */
  take(accountId: string, token: string): Promise<'taken' | 'used_up' | 'unknown'>
  /** Throws when the owner does not answer. */
  giveBack(token: string): Promise<void>
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
