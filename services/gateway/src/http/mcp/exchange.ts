import type { Network } from '../../domain/network.ts'
import type { Exchange } from '../common/exchange.ts'
import type { RpcId } from './envelope.ts'

/** One request of an agent on its way through the pipeline. Without a key it is the lobby's. */
export type McpExchange = Exchange & {
  /** Of a caller without a key; worked out when it is first asked for. */
  readonly network: Network
  /** A header that can be no key; said only once the envelope is known. */
  hasBadKey: boolean
  rpcId: RpcId | null
  isHandshake: boolean
  /** Milliseconds since 1970 by the database's clock, once admitted. */
  admittedAtMs?: number
}

export type McpStep = (exchange: McpExchange) => void | Promise<void>
