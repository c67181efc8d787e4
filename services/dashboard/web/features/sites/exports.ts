// The feature's interface for other features.

export { hostOf } from './pasted-host.ts'
export { LocaleFields } from './site-fields.tsx'
export { SiteFrame } from './site-frame.tsx'
