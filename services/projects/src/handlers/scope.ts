import type { Caller } from '@rts/shared/contract/caller'
import type { SiteScope, SliceWish } from '../data/site-store.ts'
import { decodeCursor, encodeCursor } from '../domain/cursor.ts'

/** The most rows of a list that is not paged. */
const wholeList = 10_000

/** What the caller may see. A key that is limited to one site sees an account with that site alone. */
export function scopeOf({ accountId, plan, siteId }: Caller): SiteScope {
  return { accountId, plan, siteId }
}

/** The paging that a query asks for. Throws `invalid_input` for a cursor of another list. */
export function sliceWish(list: string, query: { limit?: number | undefined; cursor?: string | undefined }): SliceWish {
  return { after: decodeCursor(list, query.cursor), take: query.limit ?? wholeList }
}

/** The paging facts of an answer. */
export function paged(list: string, { total, next }: { total: number; next: number | null }) {
  return { total, nextCursor: next === null ? null : encodeCursor(list, next) }
}
