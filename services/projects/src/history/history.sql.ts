export { cutCourses } from './courses.sql.ts'
export { findNotableChanges, type RankedDomain, ranksOn, recordedSql } from './ranks.sql.ts'
export { longestReach, reachAt } from './reaches.sql.ts'
export { type CheckedPage, noneStored, storedSql } from './results-pages.sql.ts'
