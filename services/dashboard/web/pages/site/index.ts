export { Comparison } from './comparison.tsx'
export { Issues } from './issues.tsx'
export { KeywordsPage } from './keywords-page.tsx'
export { Overview } from './overview.tsx'
