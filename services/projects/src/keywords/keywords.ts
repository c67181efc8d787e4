import type { Records } from '../database.sql.ts'
import { bulkHandlers } from './bulk.ts'
import { type ImportDeps, importHandlers } from './imports.ts'
import { keywordChangeHandlers } from './keyword-changes.ts'
import { keywordListHandlers } from './keyword-list.ts'
import { keywordRemovalHandlers } from './keyword-removal.ts'
import { tagHandlers } from './tags.ts'

export { addKeywords } from './keyword-changes.ts'
export { toLastCheck } from './keyword-list.ts'
export { restoreKeywords } from './keyword-removal.ts'
export { countKeywords, findKeywordPlace, requireKeyword } from './keywords.sql.ts'
export { listTrashed as listTrashedKeywords, type TrashedKeyword } from './trash.sql.ts'
export { whereOf } from './where.ts'

export function keywordHandlers(deps: ImportDeps & { records: Records }) {
  return {
    ...keywordListHandlers(deps),
    ...keywordChangeHandlers(deps),
    ...keywordRemovalHandlers(deps),
    ...bulkHandlers(deps),
    ...importHandlers(deps),
    ...tagHandlers(deps),
  }
}
