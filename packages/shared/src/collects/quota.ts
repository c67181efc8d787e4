import { type RpcClient, systemCaller } from '../service/rpc-client.ts'
import type { AnyKind, Asker } from './kind.ts'

/** The day's collects of an account: one count over all doors and services. */
export type Quota = {
  /** A token counts once however often it is sent. `unknown`: the owner did not answer. */
  take(accountId: string, token: string): Promise<'taken' | 'used_up' | 'unknown'>
  giveBack(token: string): Promise<void>
}

/** Names a reader's ask towards the day's count. */
export function tokenOf(service: string, kind: AnyKind, input: unknown, { scope }: Asker, nth: number): string {
  return [service, scope, kind.name, kind.keyOf(input), nth].join(':')
}

export type BulkQuota = {
  /** Those of the tokens that count; null: the owner did not answer. */
  takeAll(accountId: string, tokens: readonly string[]): Promise<ReadonlySet<string> | null>
  giveBackAll(tokens: readonly string[]): Promise<void>
}

export function createRpcQuota(call: RpcClient): Quota & BulkQuota {
  const takeAll: BulkQuota['takeAll'] = async (accountId, tokens) => {
    if (tokens.length === 0) return new Set()
    try {
      const body = { accountId, tokens: [...tokens] }
      const { taken } = await call('collects.take', { body }, systemCaller(accountId))
      return new Set(tokens.filter((_token, i) => taken[i]))
    } catch {
      return null
    }
  }
  const giveBackAll: BulkQuota['giveBackAll'] = async (tokens) => {
    if (tokens.length > 0) await call('collects.giveBack', { body: { tokens: [...tokens] } }, systemCaller())
  }
  return {
    takeAll,
    giveBackAll,
    take: async (accountId, token) => {
      const taken = await takeAll(accountId, [token])
      if (!taken) return 'unknown'
      return taken.has(token) ? 'taken' : 'used_up'
    },
    giveBack: (token) => giveBackAll([token]),
  }
}
