import type { Records } from '../database.sql.ts'
import { bulkHandlers } from './bulk.ts'
import { importHandlers } from './imports.ts'
import { type ChangeDeps, keywordChangeHandlers } from './keyword-changes.ts'
import { keywordListHandlers } from './keyword-list.ts'

export { addKeywords } from './keyword-changes.ts'
export { toLastCheck } from './keyword-list.ts'
export { countKeywords, findKeywordPlace, type LastCheck, requireKeyword } from './keywords.sql.ts'

/** The keywords of sites, one by one, in bulk, and from another rank tracker. */
export function keywordHandlers(deps: ChangeDeps & { records: Records }) {
  return {
    ...keywordListHandlers(deps),
    ...keywordChangeHandlers(deps),
    ...bulkHandlers(deps),
    ...importHandlers(deps),
  }
}
