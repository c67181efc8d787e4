export { Account } from './account.tsx'
export { Audit } from './audit.tsx'
export { Usage } from './usage.tsx'
