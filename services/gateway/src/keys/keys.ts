import type { Database } from '@rts/shared/service/transaction'
import { keyHandlers } from './key-handlers.ts'

export { issueKey, requireRoom, revokeKey } from './issuing.ts'
export { countKeys } from './keys.sql.ts'
export { bearerKey, invalidKey } from './rules/bearer.ts'
export { generateKey, hashOfKey, startOfKey } from './rules/key-format.ts'
export { maxKeys } from './rules/limits.ts'

/** Keys of accounts; only their hashes and first characters are stored. */
export function createKeys(database: Database) {
  return { handlers: keyHandlers(database) }
}
