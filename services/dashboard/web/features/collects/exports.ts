// What other features may use of this one.
export { Collected, noRows } from './collected.tsx'
export { sourceName } from './source-name.ts'
