export type { Doubt, DoubtedPage, Earlier, Owner, PageMark } from './claimed-page.ts'
export { depthAround, type Reading } from './depth.ts'
export { isDue } from './rhythm.ts'
