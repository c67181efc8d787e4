import type { OutputOf } from '../../api/call.ts'

export type Key = OutputOf<'keys.list'>['keys'][number]
