import { requestsPerMinute } from '@rts/shared/plans'

export { requestsPerMinute }
/** The number of requests for unlisted paths that revokes a key. */
export const strikeLimit = 5
export const maxServerKeys = 5
export const maxLastingKeys = 10
/**
 * Agents' requests in any 60 seconds beside a key's minute: calls of a network without a key, handshakes of a key or a network, and
 * a network's requests for consent and for tokens. The clients of many people share the network of their host.
 */
export const agentMinuteLimits = { call: requestsPerMinute, handshake: 120, authorize: 60, token: 120 }
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
/** A guest's lifetime, from its registration. */
export const guestHours = 48
/** The least time between two tokens for one guest. */
export const reissueSeconds = 60
/** At most this many /64s of one /48 may have a guest each. */
export const guestsPerArea = 3
