import { z } from 'zod'
import { faults } from '../../texts/faults.ts'
import { fault, id, timestamp } from '../fields.ts'
import { roles } from '../operation.ts'

/** Checked before lower-casing: a Kelvin sign would become a k. */
export const mailAddress = z.email().max(254).toLowerCase()
/** C strings end at a NUL, and no keyboard types control characters. */
export const password = z
  .string()
  .min(10)
  .max(128, { abort: true })
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), fault(faults.controls))

/** Of pages and letters; the first is the default. */
export const readerLanguages = ['en', 'id'] as const
export type ReaderLanguage = (typeof readerLanguages)[number]

export const personRow = z.object({ id, email: z.string(), name: z.string(), createdAt: timestamp })
/** For the operator, with accounts that the person may use. */
export const listedPersonRow = personRow.extend({
  verified: z.boolean(),
  accounts: z.array(z.object({ accountId: id, role: z.enum(roles) })),
})
export const newMailRow = z.object({ email: z.string(), expiresAt: timestamp })
/** `from`: a coarse network, null before the first use; times are to the minute. */
export const sessionRow = z.object({
  id,
  isCurrent: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  from: z.string().nullable(),
})
