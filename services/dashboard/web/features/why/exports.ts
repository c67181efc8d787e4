// The feature's interface for other features.
export { useFalls } from './falls.ts'
export { newPageOf, whyOf } from './why.ts'
export { WhyCard } from './why-card.tsx'
