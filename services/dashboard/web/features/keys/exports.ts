// What other features may use of this one.
export { assistantExample } from './assistant-example.ts'
export { CreateKey } from './create-key.tsx'
