import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import type { Site as SiteRecord } from '../generated/client.ts'
import type { Database } from './database.ts'

export type Site = SiteRecord
/** Whose sites, and perhaps the only one of them that the caller may see. */
export type SiteScope = { accountId: string; plan: Plan; siteId: string | null }
export type Slice<T> = { rows: T[]; total: number; next: number | null }
/** `after` is a place of the list, `take` the most rows wanted. */
export type SliceWish = { after: number | null; take: number }
export type SiteStore = ReturnType<typeof createSiteStore>

/** Reads sites, always within an account. */
export function createSiteStore({ prisma }: Database) {
  const live = ({ accountId, siteId }: SiteScope) => {
    return { accountId, deletedAt: null, ...(siteId === null ? {} : { id: siteId }) }
  }
  return {
    /** Oldest first. */
    async list(scope: SiteScope, { after, take }: SliceWish): Promise<Slice<Site>> {
      const where = live(scope)
      const [total, rows] = await Promise.all([
        prisma.site.count({ where }),
        prisma.site.findMany({
          where: { ...where, seq: { gt: after ?? 0 } },
          orderBy: { seq: 'asc' },
          take: take + 1,
        }),
      ])
      return sliceOf(rows, total, take)
    },

    /** The site with this id. Throws `not_found`, also for those of other accounts. */
    async require(scope: SiteScope, id: string): Promise<Site> {
      const site = await prisma.site.findFirst({ where: { AND: [live(scope), { id }] } })
      if (!site) throw noSuchSite()
      return site
    },

    /** The live site with this identity, or null. */
    find(scope: SiteScope, { domain, name }: { domain: string; name: string }): Promise<Site | null> {
      return prisma.site.findFirst({ where: { ...live(scope), domain, name } })
    },
  }
}

/** Rows read with one more than wanted, as a slice. */
export function sliceOf<T extends { seq: bigint }>(read: T[], total: number, take: number): Slice<T> {
  const rows = read.slice(0, take)
  return { rows, total, next: read.length > take ? Number(rows.at(-1)?.seq) : null }
}

export function noSuchSite(): AppError {
  return new AppError('not_found', 'No such site')
}
