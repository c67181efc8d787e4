// The feature's interface for other features.
export { CheckNow } from './check-now.tsx'
export { additionsOf, Course, courseOf, KeywordLayers } from './course.tsx'
export { rankColumn, rivalsShown } from './rank-column.tsx'
export { Period, RankStats } from './rank-controls.tsx'
export {
  gainOf,
  pageChanged,
  type Rank,
  type RankGroup,
  rankGroups,
  rankOrder,
  ranksTremble,
  scoreOf,
  singleChecks,
  visibilityOf,
} from './rank-groups.ts'
export { type Compared, type Ranks, ranksOf } from './ranks.ts'
export { type Days, defaultDays, periods, type SiteSearch, siteSearch } from './search.ts'
export { ShareOfVoice, Shares } from './share-of-voice.tsx'
