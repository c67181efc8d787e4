// What other features may use of this one.
export { TrackedTable } from './phrase-table.tsx'
