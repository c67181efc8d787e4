import { z } from 'zod'
import { faults } from '../../texts/faults.ts'
import { fault, id, timestamp } from '../fields.ts'
import { roles } from '../operation.ts'

/** A mail address as it is stored. It is checked before it is lower-cased: a Kelvin sign would become a k. */
export const mailAddress = z.email().max(254).toLowerCase()
/** A new password. Programs that read C strings would end it at a NUL, and no keyboard types a control character. */
export const password = z
  .string()
  .min(10)
  .max(128, { abort: true })
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), fault(faults.controls))

/** The languages of pages and letters; the first one where nothing else is known. */
export const readerLanguages = ['en', 'id'] as const
export type ReaderLanguage = (typeof readerLanguages)[number]

export const personRow = z.object({ id, email: z.string(), name: z.string(), createdAt: timestamp })
/** Whom the operator sees; the accounts are those that the person may use. */
export const listedPersonRow = personRow.extend({
  verified: z.boolean(),
  accounts: z.array(z.object({ accountId: id, role: z.enum(roles) })),
})
/** An address that waits for its link. */
export const newMailRow = z.object({ email: z.string(), expiresAt: timestamp })
/** `from` is a coarse network, null until its first use; times of use are to the minute. */
export const sessionRow = z.object({
  id,
  isCurrent: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  from: z.string().nullable(),
})
