// The feature's interface for other features.
export { Collected, noRows, sourceName } from './collected.tsx'
