export { Audit } from './audit.tsx'
export { Usage } from './usage.tsx'
