import { search as t } from '../../../texts/search.ts'
import { oneOf } from '../../kit/table/use-view.ts'

export const gapKinds = { missing: t.missing, weak: t.weak, shared: t.shared } as const
export type GapKind = keyof typeof gapKinds

type Search = Record<string, unknown>

export const gapSearch = ({ kind }: Search): { kind?: GapKind } => oneOf('kind', gapKinds, kind)

export const aroundSearch = ({ around }: Search): { around?: string } => (typeof around === 'string' ? { around } : {})
