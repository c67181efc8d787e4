// The feature's interface for other features.
export { Named } from './named.tsx'
export { leftName, type Names, namesOf } from './names.ts'
