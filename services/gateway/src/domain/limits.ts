/** Requests that any 60 seconds of one key may hold. */
export const requestsPerMinute = 30
/** Unlisted paths that revoke a key. */
export const strikeLimit = 5
export const maxServerKeys = 5
export const maxLastingKeys = 10
/** What any 60 seconds may hold of the agents' door beside a key's minute: calls of a network without a key, handshakes of a key or a network. */
export const agentMinuteLimits = { call: requestsPerMinute, handshake: 120 }
/** As many of one network without a key are under way at once: more than its minutes hold would be refused anyway. */
export const lobbyAtOnce = agentMinuteLimits.call + agentMinuteLimits.handshake
/** A message without a key need not be longer. */
export const lobbyBodyLimitBytes = 64 * 1_024
export const mcpBodyLimitBytes = 256 * 1_024
/** A guest's life, from its registration. */
export const guestHours = 48
/** Between two tokens for one guest. */
export const reissueSeconds = 60
/** As many /64s of one /48 may hold a guest each; beyond them the /48 is one network. */
export const guestsPerArea = 3
