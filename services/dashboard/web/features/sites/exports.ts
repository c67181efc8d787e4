// What other features may use of this one.
export { LocaleFields } from './locale-fields.tsx'
export { hostOf } from './pasted-host.ts'
export { SiteFrame } from './site-frame.tsx'
