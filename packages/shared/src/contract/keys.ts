export const keyKinds = ['server', 'lasting', 'guest'] as const
export type KeyKind = (typeof keyKinds)[number]
/** Made by a person or the operator; a guest's comes from its registration. */
export const lastingKinds = ['server', 'lasting'] as const satisfies readonly KeyKind[]
export type LastingKind = (typeof lastingKinds)[number]

export const maxKeys: Readonly<Record<LastingKind, number>> = { server: 5, lasting: 10 }
export const maxAssistants = 10
export const longestClientId = 4_000
export const maxOAuthClients = 10
