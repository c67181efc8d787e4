import type { Rights } from '../../grants/grants.ts'
import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'
import type { RpcId } from './envelope.ts'

/** Without a key it is the lobby. */
export type McpExchange = Exchange & {
  /** Without a key; computed on first use. */
  readonly network: Network
  resourceMetadata: string | undefined
  /** The header cannot be a key; refused once the envelope is read. */
  hasBadKey: boolean
  rpcId: RpcId | null
  isHandshake: boolean
  /** Of the person that the key acts for; undefined for an account's key. */
  rights?: Rights | undefined
  /** Since 1970, by the database's clock. */
  admittedAtMs?: number
}

export type McpStep = (exchange: McpExchange) => void | Promise<void>
