// The feature's interface for other features.
export { Notes, notesOf } from './notes.tsx'
