import type { Rights } from '../../grants/grants.ts'
import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'
import type { RpcId } from './envelope.ts'

/** One request of an agent in the pipeline. Requests without a key are the lobby. */
export type McpExchange = Exchange & {
  /** The network of a caller without a key; computed on first use. */
  readonly network: Network
  /** Where a client learns how to get a token; undefined at the address without OAuth. */
  resourceMetadata: string | undefined
  /** Whether the header cannot be a key; refused only once the envelope is read. */
  hasBadKey: boolean
  rpcId: RpcId | null
  isHandshake: boolean
  /** The rights of the person for whom the key acts; undefined for a key of the account. */
  rights?: Rights | undefined
  /** Milliseconds since 1970 by the database's clock, once admitted. */
  admittedAtMs?: number
}

export type McpStep = (exchange: McpExchange) => void | Promise<void>
