// The feature's interface for other features.
export { TrackableTable } from './trackable-table.tsx'
