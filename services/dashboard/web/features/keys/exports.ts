// The feature's interface for other features.
export { assistantExample, CreateKey } from './create-key.tsx'
export { KeyList } from './key-list.tsx'
