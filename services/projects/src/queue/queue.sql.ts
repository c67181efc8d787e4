export { type ClaimedPage, type Lease, noTurn } from './due-pages.sql.ts'
export { holdPages, newerCheck, newerSiteTarget, ownOf, readersWhere } from './targets.sql.ts'
