export { Assistants } from './assistants.tsx'
export { Keys } from './keys.tsx'
