import { randomUUID } from 'node:crypto'
import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import { providerServices } from '@rts/shared/contract/operations/provider-checks'
import type { OperationName, Operations } from '@rts/shared/contract/table'
import type { Plan } from '@rts/shared/plans'
import { natsOptions } from '@rts/shared/service/broker'
import type { PairedKeys } from '@rts/shared/service/caller-keys'
import { createCallerSigner } from '@rts/shared/service/caller-signature'
import { createRpcClient, type RpcCaller } from '@rts/shared/service/rpc-client'
import { connect } from 'nats'

export type OperatorCall = <N extends OperationName>(
  name: N,
  input: OperationInput<Operations[N]>,
) => Promise<OperationOutput<Operations[N]>>
export type Operator = {
  call: OperatorCall
  asAccount(accountId: string, plan: Plan): OperatorCall
  close(): Promise<void>
}

const patienceMs = 9_000
const slow = new Set<OperationName>([
  'keywords.import',
  'demo.seed',
  ...providerServices.map((service) => `${service}ProviderChecks.run` as const),
])

/** Calls a running system over NATS, signed as its operator. */
export async function connectOperator({
  natsUrl,
  callerKeys,
}: {
  natsUrl: string
  callerKeys: PairedKeys
}): Promise<Operator> {
  const nats = await connect({ ...natsOptions(natsUrl, 'operator'), timeout: 5_000, maxReconnectAttempts: 3 })
  const sign = createCallerSigner('operator', callerKeys)
  const rpc = createRpcClient({ nats, sign, timeoutMs: patienceMs, repeatsWrites: true })
  const slowRpc = createRpcClient({ nats, sign, timeoutMs: 60_000 })
  const callAs =
    (who: Pick<RpcCaller, 'kind' | 'accountId' | 'plan' | 'collect'>): OperatorCall =>
    (name, input) => {
      const caller = { ...who, keyId: null, role: null, siteIds: null, requestId: randomUUID() }
      return (slow.has(name) ? slowRpc : rpc)(name, input, caller)
    }
  return {
    call: callAs({ kind: 'operator', accountId: '', plan: 'free', collect: 'deny' }),
    asAccount: (accountId, plan) => callAs({ kind: 'account', accountId, plan, collect: 'allow' }),
    close: async () => {
      if (!nats.isClosed()) await nats.drain()
    },
  }
}
