/** Who may use an operation: a server or lasting key, a guest key, a signed-in human, the operator, another service's job. A visitor is a browser at the gateway: it may use none. */
export const callerKinds = ['account', 'guest', 'person', 'operator', 'system', 'visitor'] as const
export type CallerKind = (typeof callerKinds)[number]
