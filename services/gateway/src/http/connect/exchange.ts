import type { AgentMinuteKind } from '../../admission/admission.ts'
import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'

/** One request at an address of OAuth. */
export type ConnectExchange = Exchange & { network: Network; form: URLSearchParams }
export type ConnectStep = (exchange: ConnectExchange) => void | Promise<void>

/** One address of OAuth. Without a minute it costs nothing to answer. Clients fetch it, also from pages, or lead a person there. */
export type Endpoint = { method: 'GET' | 'POST'; minute?: AgentMinuteKind; isVisited?: true; answer: ConnectStep }
