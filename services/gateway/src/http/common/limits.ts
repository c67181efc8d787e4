import { agentMinuteLimits } from '../../admission/admission.ts'

/** In flight, per network without a key: its minutes would refuse more anyway. */
export const lobbyAtOnce = agentMinuteLimits.call + agentMinuteLimits.handshake
/** No message without a key needs more. */
export const lobbyBodyLimitBytes = 64 * 1_024
export const mcpBodyLimitBytes = 256 * 1_024
/** In flight, per network at the dashboard: an office shares an address; half of the sockets stay free. */
export const visitsAtOnce = 32
export const signInsAtOnce = 64
/** In flight, per account, service and replica: half of the sockets stay free. */
export const callsAtOnce = 32
/** Two addresses of at most 2,000 characters each. */
export const formLimitBytes = 8 * 1_024
