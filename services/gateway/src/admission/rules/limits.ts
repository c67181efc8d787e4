import { requestsPerMinute } from '@rts/shared/plans'

/** The number of requests for unlisted paths that revokes a key. */
export const strikeLimit = 5
/** Agents' requests in any 60 seconds, by kind; the clients of many people share the network of their host. */
export const agentMinuteLimits = { call: requestsPerMinute, handshake: 120, authorize: 60, register: 30, token: 120 }
