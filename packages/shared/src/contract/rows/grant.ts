import { z } from 'zod'
import { id, timestamp } from '../fields.ts'

/** How a client is known: by the document of its host, by registering itself (verified by no one), or made by hand in an account. */
export const clientProofs = ['document', 'registered', 'made'] as const
export type ClientProof = (typeof clientProofs)[number]

/** A client as it describes itself, or as a person of the account described it. */
export const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The host of its document; of others the host that it returns to, empty for a program on the person’s own machine. */
  host: z.string(),
  proof: z.enum(clientProofs),
})

/** A request for consent, as a page shows it. */
export const consentRow = z.object({
  client: clientRow,
  /** The only account that it can be given to; null: any. */
  accountId: z.string().nullable(),
  /** Where the code goes; null where that is a program on the person’s own machine. */
  returnHost: z.string().nullable(),
  /** Opens the app on that machine which gets the code; null where that is a program that listens there, or a host. */
  returnScheme: z.string().nullable(),
  /** Why it cannot be granted; null if it can. */
  problem: z.string().nullable(),
  /** Where to go back to without consent. */
  refuseUrl: z.string(),
})

/** A client that a person connected. */
export const assistantRow = z.object({
  id,
  name: z.string(),
  /** As of the client; null for one that its document names. */
  host: z.string().nullable(),
  proof: z.enum(clientProofs),
  /** For whom it acts. */
  personId: z.string().nullable(),
  /** It sees one site alone. */
  isLimited: z.boolean(),
  connectedAt: timestamp,
  lastUsedAt: timestamp.nullable(),
})

/** A client that was made by hand, for hosts that ask for a client id. */
export const oauthClientRow = z.object({
  id,
  name: z.string(),
  redirectUris: z.array(z.string()),
  /** It authenticates with a secret, of which only the hash is kept. */
  isConfidential: z.boolean(),
  /** It may ask without PKCE, because its host cannot do it. */
  skipsPkce: z.boolean(),
  createdAt: timestamp,
})
