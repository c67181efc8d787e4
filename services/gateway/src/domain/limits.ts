/** Requests that any 60 seconds of one key may hold. */
export const requestsPerMinute = 30
/** Unlisted paths that revoke a key. */
export const strikeLimit = 5
export const maxServerKeys = 5
export const maxLastingKeys = 10
