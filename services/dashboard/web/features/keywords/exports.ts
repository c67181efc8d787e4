// The feature's interface for other features.
export { TrackableTable } from './tracking.tsx'
