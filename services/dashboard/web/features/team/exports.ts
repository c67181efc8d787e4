// The feature's interface for other features.
export { leftName, Named, type Names, namesOf } from './names.tsx'
