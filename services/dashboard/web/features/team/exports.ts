// What other features may use of this one.
export { leftName, type Names, namesOf } from './names.ts'
