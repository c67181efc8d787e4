import type { Caller } from '@rts/shared/contract/caller'
import { operations } from '@rts/shared/contract/table'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { onlySite } from './rules/only-site.ts'
import type { Site, SiteScope, SiteStore, Slice, SliceRequest } from './sites.sql.ts'

/** The most rows of a list that is not paged. */
export const wholeList = 10_000

/** The sites that the caller may see. A key that is limited to one site sees only that site of its account. */
export function scopeOf({ accountId, siteId }: Caller): SiteScope {
  return { accountId, siteId }
}

/** The account that a call is about: the operator names it, everybody else has their own. */
export function accountFor({ kind, accountId }: Caller, named: string | undefined): string {
  return kind === 'operator' ? (named ?? '') : accountId
}

/** The most sites that a refusal lists. */
export const listedSites = 25

/** The site that a call names, or else the key's only one. Throws `not_found`, `conflict` without a site, `invalid_input` with several. */
export async function siteOf(sites: SiteStore, caller: Caller, asked: string | undefined): Promise<Site> {
  const scope = scopeOf(caller)
  const id = asked ?? scope.siteId
  if (id !== null) return sites.require(scope, id)
  return onlySite(await sites.list(scope, { after: null, take: listedSites }), operations['sites.add'].mcp.tool)
}

export type PagingQuery = { limit?: number | undefined; cursor?: string | undefined }

/** The paging of a query. Throws `invalid_input` for a cursor of another list or of a row that was never in this one. */
export async function sliceRequest(
  list: string,
  query: PagingQuery,
  placeOf: (id: string) => Promise<bigint | null>,
): Promise<SliceRequest> {
  const take = query.limit ?? wholeList
  const id = decodeCursor(list, query.cursor)
  if (id === null) return { after: null, take }
  const after = await placeOf(id)
  if (after === null) throw noSuchCursor()
  return { after, take }
}

/** The cursor after a slice; null after the last. */
export function cursorAfter(list: string, { rows, isLast }: Slice<{ id: string }>): string | null {
  const last = rows.at(-1)
  return isLast || !last ? null : encodeCursor(list, last.id)
}

/** The number of rows before a page of a list that is ordered anew each time. Throws `invalid_input` for a cursor of another list. */
export function rowsBefore(list: string, cursor: string | undefined): number {
  const place = decodeCursor(list, cursor) ?? '0'
  if (!/^\d{1,6}$/.test(place)) throw noSuchCursor()
  return Number(place)
}
