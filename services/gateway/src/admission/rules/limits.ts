import { requestsPerMinute } from '@rts/shared/plans'

export const strikeLimit = 5
/** In any 60 seconds, by kind; many people's clients may share one network. */
export const agentMinuteLimits = { call: requestsPerMinute, handshake: 120, authorize: 60, register: 30, token: 120 }
