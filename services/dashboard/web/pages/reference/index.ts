export { Reference } from './reference.tsx'
