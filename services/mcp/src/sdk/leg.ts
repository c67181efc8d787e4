import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asker, Toolbox } from '../tools/toolbox.ts'

/** One era of the protocol on the same address: answers a parsed message of a verified caller. */
export type Leg = (req: IncomingMessage, res: ServerResponse, message: unknown, asker: Asker) => Promise<void>
export type LegOptions = { toolbox: Toolbox }

export const serverInfo = { name: 'rank-tracker', title: 'Rank Tracking Service', version: '1.0.0' }
export const instructions =
  'Keyword positions of websites over time. Without a token the only tool is register: call it, keep the token, reconnect with Authorization: Bearer <token>. ' +
  'With a token call account_status first: it lists which tools are open, and what to do about the others.'
