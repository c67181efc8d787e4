import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { roles } from '../operation.ts'

/** A mail address as it is stored. It is checked before it is lower-cased: a Kelvin sign would become a k. */
export const mailAddress = z.email().max(254).toLowerCase()
/** A password that is new. */
export const password = z.string().min(10).max(128)

export const personRow = z.object({ id, email: z.string(), name: z.string(), createdAt: timestamp })
/** Whom the operator sees; the accounts are those that the person may use. */
export const listedPersonRow = personRow.extend({
  verified: z.boolean(),
  accounts: z.array(z.object({ accountId: id, role: z.enum(roles) })),
})
