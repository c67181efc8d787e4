// The feature's interface for other features.
export { PhraseTable } from './phrase-table.tsx'
