import { claimHandlers, guestEnded } from './claims.ts'
import { competitorHandlers } from './competitors.ts'
import { type SiteDeps, siteChangeHandlers } from './site-changes.ts'
import { depthHandlers } from './site-depth.ts'
import { siteListHandlers } from './site-list.ts'
import { siteRemovalHandlers } from './site-removal.ts'

export { endSites } from './claims.ts'
export { listCompetitors } from './competitors.sql.ts'
export { applyLimits, requireThawed, thaw } from './freezing.ts'
export { demoDomain, newSettings } from './rules/site-settings.ts'
export { oldestOf } from './rules/site-twins.ts'
export { holdSite, listLiveSites, type OwnedSite, type ShownSite } from './site-changes.sql.ts'
export { addSite } from './site-changes.ts'
export { accountFor, onlySiteOf, scopeOf, siteOf, toSiteRow } from './site-list.ts'
export { endTrashStep, restoreSite } from './site-removal.ts'
export { reviveTwin } from './site-restoring.ts'
export {
  countSites,
  findSitePlace,
  listSites,
  requireSite,
  type Site,
  type SiteRecord,
  type SiteScope,
} from './sites.sql.ts'
export { listTrashedSites } from './trash.sql.ts'

export function createSites(deps: SiteDeps & Parameters<typeof depthHandlers>[0]) {
  return {
    handlers: {
      ...siteListHandlers(deps),
      ...siteChangeHandlers(deps),
      ...siteRemovalHandlers(deps),
      ...depthHandlers(deps),
      ...competitorHandlers(deps),
      ...claimHandlers(deps),
    },
    guestEnded: guestEnded(deps.clock),
  }
}
