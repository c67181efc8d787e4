// The feature's interface for other features.
export { cutSentence, figureColumns, queryColumns } from './queries.tsx'
