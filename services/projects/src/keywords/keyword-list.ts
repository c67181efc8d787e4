import { checkStatuses, type KeywordRow } from '@rts/shared/contract/rows/keyword'
import { Sliced } from '@rts/shared/contract/sliced'
import { failureKinds } from '@rts/shared/failure'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { changedSince, rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { siteOf } from '../sites/sites.ts'
import { countKeywords, findKeywordPlace, type LastCheck, listKeywords, type ShownKeyword } from './keywords.sql.ts'

export function keywordListHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'keywords.list': async ({ params, query, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('keywords', query, (id) => findKeywordPlace(records, siteId, id))
      const { since, head } = await changedSince(db, query)
      const read = (part: SliceRequest) => listKeywords(records, siteId, part, since)
      const slices = slicesOf('keywords', { ...request, slice: rowsOfSlice(0) }, read, (rows) => rows.map(toKeywordRow))
      return new Sliced('keywords', { total: await countKeywords(records, siteId, since), ...head }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

export function toKeywordRow(keyword: ShownKeyword): KeywordRow {
  const { id, phrase, country, language, location, frozen } = keyword
  const device = keyword.device === 'mobile' ? 'mobile' : 'desktop'
  const where = { country, language, device, location } as const
  const createdAt = keyword.createdAt.toISOString()
  return { id, keyword: phrase, ...where, lastCheck: toLastCheck(keyword), frozen, createdAt }
}

export function toLastCheck({ lastCheckStatus, lastCheckAt, lastCheckError }: LastCheck): KeywordRow['lastCheck'] {
  const status = checkStatuses.find((name) => name === lastCheckStatus)
  const error = failureKinds.find((name) => name === lastCheckError) ?? null
  return status && lastCheckAt ? { status, at: lastCheckAt.toISOString(), error } : null
}
