/** Requests that any 60 seconds of one key may hold. */
export const requestsPerMinute = 30
/** Unlisted paths that revoke a key. */
export const strikeLimit = 5
export const maxServerKeys = 5
export const maxLastingKeys = 10
/** What any 60 seconds of one network may hold of requests that no minute counts: handshakes, notifications, refused methods. */
export const handshakesPerMinute = 120
export const mcpBodyLimitBytes = 256 * 1_024
/** A guest's life, from its registration. */
export const guestHours = 48
/** Between two tokens for one guest. */
export const reissueSeconds = 60
/** As many /64s of one /48 may hold a guest each; beyond them the /48 is one network. */
export const guestsPerArea = 3
