export { type ClaimedPage, type Lease, noQueueSlot } from './due-pages.sql.ts'
export { holdPages, newerCheck, newerSiteTarget, ownOf, readsPage } from './targets.sql.ts'
