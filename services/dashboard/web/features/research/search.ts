import { oneOf } from '../../kit/table/search.ts'

/** The gaps between a site and its rivals. */
export const gapKinds = { missing: 'Missing', weak: 'Weak', shared: 'Shared' } as const
export type GapKind = keyof typeof gapKinds

type Search = Record<string, unknown>

export const gapSearch = ({ kind }: Search): { kind?: GapKind } => oneOf('kind', gapKinds, kind)

/** The phrase that ideas are looked for around. */
export const aroundSearch = ({ around }: Search): { around?: string } => (typeof around === 'string' ? { around } : {})
