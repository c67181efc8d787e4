import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'

/** One request of a browser in the pipeline. */
export type Visit = Exchange & { network: Network }
export type VisitStep = (visit: Visit) => void | Promise<void>
