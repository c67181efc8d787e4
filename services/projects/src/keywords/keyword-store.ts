import { AppError } from '@rts/shared/errors'
import type { Database } from '../database.sql.ts'
import type { Keyword as KeywordRecord } from '../generated/client.ts'
import { type Since, type Site, type Slice, type SliceRequest, sliceOf, writtenSince } from '../sites/sites.sql.ts'

export type Keyword = KeywordRecord
/** The state of a keyword's latest check: `queued`, `ok` or `failed`; nulls before the first. */
export type LastCheck = Pick<Keyword, 'lastCheckStatus' | 'lastCheckAt' | 'lastCheckError'>
export type KeywordStore = ReturnType<typeof createKeywordStore>

/** Reads keywords, always of a site that is checked to be the caller's. */
export function createKeywordStore({ prisma }: Database) {
  return {
    /** Oldest first. */
    async list(site: Site, { after, take }: SliceRequest, since: Since = null): Promise<Slice<Keyword>> {
      const where = { siteId: site.id, deletedAt: null, seq: { gt: after ?? 0 }, ...writtenSince(since) }
      return sliceOf(await prisma.keyword.findMany({ where, orderBy: { seq: 'asc' }, take: take + 1 }), take)
    },

    count(site: Site, since: Since = null): Promise<number> {
      return prisma.keyword.count({ where: { siteId: site.id, deletedAt: null, ...writtenSince(since) } })
    },

    /** The order of a keyword in the site's lists, which it keeps when it is deleted; null for another site's. */
    async placeOf(site: Site, id: string): Promise<bigint | null> {
      return (await prisma.keyword.findFirst({ where: { id, siteId: site.id }, select: { seq: true } }))?.seq ?? null
    },

    /** The keyword of the site with this id. Throws `not_found`. */
    async require(site: Site, id: string): Promise<Keyword> {
      const keyword = await prisma.keyword.findFirst({ where: { id, siteId: site.id, deletedAt: null } })
      if (!keyword) throw noSuchKeyword()
      return keyword
    },
  }
}

export function noSuchKeyword(): AppError {
  return new AppError('not_found', 'No such keyword')
}
