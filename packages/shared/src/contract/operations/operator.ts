import { z } from 'zod'
import * as f from '../fields.ts'
import { lastingKinds } from '../keys.ts'
import { languageSchema } from '../locale.ts'
import { defineOperations, managers } from '../operation.ts'
import { keyRow } from '../rows/account.ts'
import { skippedLineRow } from '../rows/keyword.ts'

const callers = ['operator', 'system'] as const
const accountParams = z.strictObject({ accountId: f.idParam })

/** For the operator's command line, and the dashboard in a person's name. */
export const operatorOperations = defineOperations({
  'keys.create': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    once: true,
    summary: 'Create a key; the full key is answered this once',
    callers: [...callers, 'person'],
    roles: managers,
    fresh: true,
    params: accountParams,
    body: z.strictObject({ name: f.name(100), kind: z.enum(lastingKinds).default('server') }),
    response: z.object({ key: keyRow, secret: z.string() }),
  },
  'keys.list': {
    owner: 'gateway',
    kind: 'read',
    scope: 'account',
    summary: 'The keys of an account, revoked ones too, and how many of each kind may work at once',
    callers: [...callers, 'person'],
    roles: managers,
    params: accountParams,
    /** `strikes`: enough to revoke a server key. */
    response: z.object({
      keys: z.array(keyRow),
      limits: z.object({ server: z.int(), lasting: z.int(), strikes: z.int() }),
    }),
  },
  'keys.revoke': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    summary: 'Revoke a key for every request admitted from now on',
    callers: [...callers, 'person'],
    roles: managers,
    params: z.strictObject({ keyId: f.idParam }),
    response: z.object({ key: keyRow }),
  },
  'keywords.import': {
    owner: 'projects',
    kind: 'write',
    scope: 'sites',
    summary: 'Take over the keywords of another rank tracker’s export, each with its last position',
    callers: ['operator', 'person'],
    body: z.strictObject({
      from: z.enum(['serpbear']),
      accountId: f.idParam.optional(),
      domain: f.domain,
      /** Default: the oldest site of the domain, or a new one. */
      siteId: f.idParam.optional(),
      language: languageSchema.default('en'),
      text: z.string().min(1),
    }),
    /** New ones, and skipped or bad lines (the header is line 1). `revived`: keywords from the trash. */
    response: z.object({
      sites: z.int(),
      added: z.int(),
      revived: z.int().optional(),
      positions: z.int(),
      skipped: z.int(),
      skippedLines: z.array(skippedLineRow),
      bad: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  },
})
