// The feature's interface for other features.
export { LocaleFields } from './locale-fields.tsx'
export { hostOf } from './pasted-host.ts'
export { SiteFrame } from './site-frame.tsx'
