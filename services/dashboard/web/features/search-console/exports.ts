// What other features may use of this one.
export { figureColumns } from './figure-columns.tsx'
export { cutSentence, queryColumns } from './queries.tsx'
