import type { RpcClient } from '../service/rpc-client.ts'

/** The day's collects of an account, counted by their owner for all doors and services together. */
export type Quota = {
  /** Counts one; a token counts once however often it is sent. `unknown`: the owner could not be asked. */
  take(accountId: string, token: string): Promise<'taken' | 'used_up' | 'unknown'>
  /** Throws when the owner could not be asked. */
  giveBack(token: string): Promise<void>
}

/** Counts at the owner of the day's collects, in the name of a service. */
export function createRpcQuota(call: RpcClient, service: string): Quota {
  const asSystem = (accountId: string) => ({
    kind: 'system' as const,
    accountId,
    plan: 'free' as const,
    keyId: null,
    role: null,
    siteId: null,
    collect: 'deny' as const,
    requestId: `${service}:collects`,
  })
  return {
    take: async (accountId, token) => {
      try {
        const { taken } = await call('collects.take', { body: { accountId, token } }, asSystem(accountId))
        return taken ? 'taken' : 'used_up'
      } catch {
        // Without its owner's word nothing new is started; what is saved is still answered.
        return 'unknown'
      }
    },
    giveBack: async (token) => {
      await call('collects.giveBack', { body: { token } }, asSystem(''))
    },
  }
}
