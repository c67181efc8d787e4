import { agentMinuteLimits } from '../../admission/admission.ts'

/** Requests in flight of one network without a key: its minutes would refuse more anyway. */
export const lobbyAtOnce = agentMinuteLimits.call + agentMinuteLimits.handshake
/** No message without a key needs to be longer. */
export const lobbyBodyLimitBytes = 64 * 1_024
export const mcpBodyLimitBytes = 256 * 1_024
/** Requests in flight of one network at the dashboard: an office shares an address, and yet leaves half of the sockets to others. */
export const visitsAtOnce = 32
/** Calls to the dashboard at once that sign people up or in: one for each socket. */
export const signInsAtOnce = 64
/** Requests in flight of one account at a service, on one replica: half of the sockets stay to others, however slow its calls are. */
export const callsAtOnce = 32
/** A form of OAuth has two addresses of at most two thousand characters each. */
export const formLimitBytes = 8 * 1_024
