import { randomUUID } from 'node:crypto'
import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import type { OperationName, Operations } from '@rts/shared/contract/table'
import { createCallerSigner } from '@rts/shared/service/caller-signature'
import { natsOptions } from '@rts/shared/service/nats-address'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { connect } from 'nats'

export type OperatorCall = <N extends OperationName>(
  name: N,
  input: OperationInput<Operations[N]>,
) => Promise<OperationOutput<Operations[N]>>
export type Operator = { call: OperatorCall; close(): Promise<void> }

/** Time for a call and a second try, in case a hung replica got the first. */
const patienceMs = 9_000
/** Calls with whole files, or for thousands of keys. */
const slow = new Set<OperationName>(['keywords.import', 'keys.seed'])

/** Calls a running system over NATS, signed as its operator. */
export async function connectOperator({
  natsUrl,
  callerKeys,
}: {
  natsUrl: string
  callerKeys: string
}): Promise<Operator> {
  const nats = await connect({ ...natsOptions(natsUrl, 'operator'), timeout: 5_000, maxReconnectAttempts: 3 })
  const sign = createCallerSigner('operator', callerKeys)
  const rpc = createRpcClient({ nats, sign, timeoutMs: patienceMs, repeatsWrites: true })
  const slowRpc = createRpcClient({ nats, sign, timeoutMs: 60_000 })
  const nobody = { accountId: '', plan: 'free', keyId: null, role: null, siteId: null } as const
  return {
    call: (name, input) => {
      const caller = { ...nobody, kind: 'operator', collect: 'deny', requestId: randomUUID() } as const
      return (slow.has(name) ? slowRpc : rpc)(name, input, caller)
    },
    close: async () => {
      if (!nats.isClosed()) await nats.drain()
    },
  }
}
