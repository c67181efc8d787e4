import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import {
  listedPersonRow,
  mailAddress,
  newMailRow,
  password,
  personRow,
  readerLanguages,
  sessionRow,
} from '../rows/person.ts'

const themselves = { owner: 'dashboard', callers: ['person'], personal: true } as const
const ok = z.object({ ok: z.literal(true) })

export const peopleOperations = defineOperations({
  'persons.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Make a person whose mail address counts as verified; one with this address is answered as it is',
    callers: ['operator'],
    body: z.strictObject({ email: mailAddress, name: f.name(100), password: password.optional() }),
    response: z.object({
      person: personRow,
      created: z.boolean(),
      /** Valid for a day; null where a password was given. */
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
  'mail.check': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Send a letter at once, to try the mail server; its refusal is answered as it is',
    callers: ['operator'],
    body: z.strictObject({ to: mailAddress }),
    /** `server` has no password; a folder where no server is set. */
    response: z.object({ to: z.string(), from: z.string(), server: z.string() }),
  },
  'person.get': {
    ...themselves,
    kind: 'read',
    summary: 'Who is signed in, and the mail address that waits for its link',
    response: z.object({
      person: personRow,
      newMail: newMailRow.nullable(),
      /** IANA zone of the browser, for letters; UTC if unknown. */
      timeZone: z.string(),
    }),
  },
  'person.update': {
    ...themselves,
    kind: 'write',
    summary: 'Change one’s name, or the language of one’s pages and letters',
    body: z.strictObject({ name: f.name(100).optional(), language: z.enum(readerLanguages).optional() }),
    response: z.object({ person: personRow }),
  },
  'person.delete': {
    ...themselves,
    kind: 'write',
    fresh: true,
    summary: 'Delete oneself, with all sessions and memberships; not while one owns an open account',
    body: z.strictObject({ confirm: z.string().max(254) }),
    response: ok,
  },
  'mailChange.create': {
    ...themselves,
    kind: 'write',
    fresh: true,
    summary:
      'Ask for another mail address: a link goes there, a notice to the old one, and nothing changes until the link is used',
    body: z.strictObject({ email: mailAddress }),
    response: z.object({ newMail: newMailRow }),
  },
  'mailChange.accept': {
    ...themselves,
    kind: 'write',
    summary: 'Use the link that went to a new mail address: it is one’s own from now on',
    body: z.strictObject({ token: z.string().min(1).max(100) }),
    response: z.object({ person: personRow }),
  },
  'mailChange.delete': {
    ...themselves,
    kind: 'write',
    summary: 'Forget the mail address that waits for its link',
    response: ok,
  },
  'claim.accept': {
    ...themselves,
    kind: 'write',
    summary:
      'Keep what an agent registered: the guest’s own account becomes one’s own, or its site moves into an account that one has',
    body: z.strictObject({
      token: z.string().min(1).max(100),
      /** The token becomes a lasting key for its site, the account, or nothing. */
      key: z.enum(['site', 'account', 'none']).default('site'),
      /** As owner or admin; default one's own, or the guest's for a person without one. */
      accountId: f.idParam.optional(),
    }),
    response: z.object({ accountId: f.id, projectId: f.id.nullable(), keyId: f.id.nullable() }),
  },
  'sessions.list': {
    ...themselves,
    kind: 'read',
    summary: 'One’s sessions: this one first, then the last used',
    response: z.object({ sessions: z.array(sessionRow) }),
  },
  'sessions.revoke': {
    ...themselves,
    kind: 'write',
    summary: 'End a session, or without an id all but this one',
    body: z.strictObject({ sessionId: f.idParam.optional() }),
    response: z.object({ ended: z.int() }),
  },
})
