// The feature's interface for other features.
export { leftName, type Names, namesOf } from './names.ts'
