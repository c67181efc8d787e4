// The feature's interface for other features.
export { BlocksOverTime } from './blocks-over-time.tsx'
export { ResultsPages } from './results-pages.tsx'
