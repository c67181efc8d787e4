import type { KeyKind } from './key-format.ts'

export type LastingKind = Exclude<KeyKind, 'guest'>
/** Keys that an account may have at once. */
export const maxKeys: Readonly<Record<LastingKind, number>> = { server: 5, lasting: 10 }
