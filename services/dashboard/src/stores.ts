import type { ServiceParts } from '@rts/shared/service/run-service'
import { createAttemptStore } from './attempts/attempts.sql.ts'
import { createMailChangeStore } from './people/mail-changes.sql.ts'
import { createMemberStore } from './people/members.sql.ts'
import { createPersonStore } from './people/persons.sql.ts'
import { createSessionStore } from './sessions/sessions.sql.ts'

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
