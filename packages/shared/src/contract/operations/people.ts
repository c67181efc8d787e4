import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { listedPersonRow, mailAddress, password, personRow } from '../rows/person.ts'

/** People: who signs in, for the operator. */
export const peopleOperations = defineOperations({
  'persons.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Make a person whose mail address counts as verified; one with this address is answered as it is',
    callers: ['operator'],
    body: z.strictObject({ email: mailAddress, name: f.line(1, 100), password: password.optional() }),
    response: z.object({
      person: personRow,
      created: z.boolean(),
      /** Where the person sets a password, within a day; null where one was given. */
      passwordUrl: z.string().nullable(),
    }),
  },
  'persons.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'People and the accounts that they may use, oldest first',
    callers: ['operator'],
    query: z.strictObject({ email: mailAddress.optional(), ...f.paging }),
    response: z.object({ persons: z.array(listedPersonRow), ...f.paged }),
  },
})
