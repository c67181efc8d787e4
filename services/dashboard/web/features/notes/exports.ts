// What other features may use of this one.
export { Notes, notesOf } from './notes.tsx'
