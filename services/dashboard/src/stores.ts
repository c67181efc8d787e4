import type { ServiceParts } from '@rts/shared/service/run-service'
import { createAttemptStore } from './data/attempt-store.ts'
import { createMailChangeStore } from './data/mail-change-store.ts'
import { createMemberStore } from './data/member-store.ts'
import { createPersonStore } from './data/person-store.ts'
import { createSessionStore } from './data/session-store.ts'

export type Stores = ReturnType<typeof createStores>

/** What is stored of people: several parts of the service read and change it. */
export function createStores(pool: ServiceParts['pool']) {
  return {
    persons: createPersonStore(pool),
    members: createMemberStore(pool),
    sessions: createSessionStore(pool),
    attempts: createAttemptStore(pool),
    mailChanges: createMailChangeStore(pool),
  }
}
