// The feature's interface for other features.
export { Collected, noRows } from './collected.tsx'
export { sourceName } from './source-name.ts'
