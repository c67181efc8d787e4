import { z } from 'zod'
import { id, timestamp } from '../fields.ts'

/** By its host's document, by self-registration (verified by no one), or made by hand. */
export const clientProofs = ['document', 'registered', 'made'] as const
export type ClientProof = (typeof clientProofs)[number]

/** As described by itself, or by a person of the account. */
export const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Of its document, else its return host; empty for a program on the person's machine. */
  host: z.string(),
  proof: z.enum(clientProofs),
})

export const consentRow = z.object({
  client: clientRow,
  /** The only possible account; null: any. */
  accountId: z.string().nullable(),
  /** Where the code goes; null: a program on the person's machine. */
  returnHost: z.string().nullable(),
  /** Opens the local app that gets the code; null for a host or a listening program. */
  returnScheme: z.string().nullable(),
  /** Null if it can be granted. */
  problem: z.string().nullable(),
  refuseUrl: z.string(),
})

export const assistantRow = z.object({
  id,
  name: z.string(),
  /** The client's; null for one named by its document. */
  host: z.string().nullable(),
  proof: z.enum(clientProofs),
  personId: z.string().nullable(),
  isLimited: z.boolean(),
  connectedAt: timestamp,
  lastUsedAt: timestamp.nullable(),
})

export const oauthClientRow = z.object({
  id,
  name: z.string(),
  redirectUris: z.array(z.string()),
  /** Has a secret, stored as a hash. */
  isConfidential: z.boolean(),
  skipsPkce: z.boolean(),
  createdAt: timestamp,
})
