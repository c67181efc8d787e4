export const keyKinds = ['server', 'lasting', 'guest'] as const
export type KeyKind = (typeof keyKinds)[number]
/** Kinds that a person or the operator makes; a guest registers for its own. */
export const lastingKinds = ['server', 'lasting'] as const satisfies readonly KeyKind[]
export type LastingKind = (typeof lastingKinds)[number]

/** Keys that an account may have at once, made by hand. */
export const maxKeys: Readonly<Record<LastingKind, number>> = { server: 5, lasting: 10 }
/** Assistants that a person may have connected to an account at once by OAuth. */
export const maxAssistants = 10
/** Characters of the id of an OAuth client. */
export const longestClientId = 4_000
/** OAuth clients that an account may have, made by hand. */
export const maxOAuthClients = 10
