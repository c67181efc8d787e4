// The feature's interface for other features.
export { NeedsYou } from './needs-you.tsx'
