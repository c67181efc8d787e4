// The feature's interface for other features.
export { figureColumns } from './figure-columns.tsx'
export { cutSentence, queryColumns } from './queries.tsx'
