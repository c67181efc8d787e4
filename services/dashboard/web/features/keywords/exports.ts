// What other features may use of this one.
export { PhraseTable } from './phrase-table.tsx'
