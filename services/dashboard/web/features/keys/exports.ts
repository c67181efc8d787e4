// What other features may use of this one.
export { assistantExample, CreateKey } from './create-key.tsx'
