import type { RpcClient } from '../service/rpc-client.ts'
import { systemCaller } from '../service/system-caller.ts'

/** The day's collects of an account, counted by their owner for all doors and services together. */
export type Quota = {
  /** Counts one; a token counts once however often it is sent. `unknown`: the owner could not be asked. */
  take(accountId: string, token: string): Promise<'taken' | 'used_up' | 'unknown'>
  /** Throws when the owner could not be asked. */
  giveBack(token: string): Promise<void>
}

/** Counts at the owner of the day's collects. */
export function createRpcQuota(call: RpcClient): Quota {
  return {
    take: async (accountId, token) => {
      try {
        const { taken } = await call('collects.take', { body: { accountId, token } }, systemCaller(accountId))
        return taken ? 'taken' : 'used_up'
      } catch {
        // Without its owner's word nothing new is started; what is saved is still answered.
        return 'unknown'
      }
    },
    giveBack: async (token) => {
      await call('collects.giveBack', { body: { token } }, systemCaller())
    },
  }
}
