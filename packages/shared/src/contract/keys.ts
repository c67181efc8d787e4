export const keyKinds = ['server', 'lasting', 'guest'] as const
export type KeyKind = (typeof keyKinds)[number]
/** Kinds that a person or the operator makes; a guest registers for its own. */
export const lastingKinds = ['server', 'lasting'] as const satisfies readonly KeyKind[]
export type LastingKind = (typeof lastingKinds)[number]

/** Keys that an account may have at once. */
export const maxKeys: Readonly<Record<LastingKind, number>> = { server: 5, lasting: 10 }
