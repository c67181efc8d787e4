import { describe, expect, it } from 'vitest'
import type { Caller } from '../contract/caller.ts'
import { siteId, siteParam } from '../contract/fields.ts'
import { type Operation, type Role, roles } from '../contract/operation.ts'
import { type OperationName, operationEntries, operationOf } from '../contract/table.ts'
import { AppError } from '../errors.ts'
import { callBy } from '../testing/call.ts'
import { createInvoke } from './invoke.ts'

/** All others: reads for everybody, writes for all but viewers. */
const reserved: Partial<Record<OperationName, readonly Role[]>> = {
  'sites.delete': ['owner', 'admin'],
  'trashedSites.restore': ['owner', 'admin'],
  'autoAdd.update': ['owner', 'admin'],
  'disavow.add': ['owner', 'admin'],
  'disavow.delete': ['owner', 'admin'],
  'keys.create': ['owner', 'admin'],
  'keys.list': ['owner', 'admin'],
  'keys.revoke': ['owner', 'admin'],
  'oauthClients.list': ['owner', 'admin'],
  'oauthClients.create': ['owner', 'admin'],
  'oauthClients.delete': ['owner', 'admin'],
  'guests.claim': ['owner', 'admin'],
  'accounts.close': ['owner'],
  'adviceRules.update': ['owner', 'admin'],
  'audit.list': ['owner', 'admin'],
  'webhooks.create': ['owner', 'admin'],
  'webhooks.update': ['owner', 'admin'],
  'webhooks.delete': ['owner', 'admin'],
  'webhooks.check': ['owner', 'admin'],
  'webhookSecrets.create': ['owner', 'admin'],
  'webhookDeliveries.retry': ['owner', 'admin'],
  'invites.create': ['owner', 'admin'],
  'invites.revoke': ['owner', 'admin'],
  'members.update': ['owner', 'admin'],
  'members.delete': ['owner', 'admin'],
  'ownership.transfer': ['owner'],
  'searchConsole.begin': ['owner', 'admin'],
  'searchConsole.connect': ['owner', 'admin'],
  'searchConsole.disconnect': ['owner', 'admin'],
  'searchConsole.finish': ['owner', 'admin'],
  'subscriptions.update': ['owner', 'admin'],
  'orders.create': ['owner', 'admin'],
  'orders.get': ['owner', 'admin'],
  'orders.list': ['owner', 'admin'],
  'orders.cancel': ['owner', 'admin'],
  'receipts.get': ['owner', 'admin'],
}
const person = { v: 1, kid: 'k', iss: 'dashboard', aud: 'gateway', iat: 0, kind: 'person', accountId: 'a' } as const
const call = {
  ...person,
  plan: 'free',
  keyId: null,
  personId: 'p',
  siteIds: null,
  collect: 'deny',
  requestId: 'r',
} as const
const own: readonly OperationName[] = [
  'consents.accept',
  'assistants.revoke',
  'siteLetters.update',
  'alertSettings.update',
]
const rows = operationEntries().filter(([, { callers }]) => callers.includes('person'))
const personal = rows.filter(([, row]) => row.personal)

async function codeOf(name: OperationName, caller: Caller): Promise<unknown> {
  const handler = () => Promise.reject(new Error('reached'))
  const refusal: unknown = await createInvoke({ [name]: handler })(name, {}, callBy(caller)).catch((error) => error)
  return refusal instanceof AppError ? refusal.code : 'reached'
}

/** To the handler, or to the input check right before it. */
async function passes(name: OperationName, role: Role | null): Promise<boolean> {
  return (await codeOf(name, { ...call, role })) !== 'role_required'
}

describe('the roles of people', () => {
  it.each(rows.flatMap(([name]) => roles.map((role) => ({ name, role }))))('$name by $role', async ({ name, role }) => {
    const { kind, personal } = operationOf(name)
    const isForAll = kind === 'read' || personal === true || own.includes(name)
    const allowed = reserved[name] ?? (isForAll ? roles : roles.filter((each) => each !== 'viewer'))
    expect(await passes(name, role)).toBe(allowed.includes(role))
  })

  it.each(rows.filter(([, row]) => !row.personal).map(([name]) => name))(
    '%s is refused without a role',
    async (name) => {
      expect(await passes(name, null)).toBe(false)
    },
  )

  it('are not asked for where a row is about the person alone: only people call it, without an account', async () => {
    for (const [name, { callers, roles: named, http, mcp }] of personal) {
      expect([name, callers, named, http, mcp]).toEqual([name, ['person'], undefined, undefined, undefined])
      expect([name, await passes(name, null)]).toEqual([name, true])
    }
    expect(personal.length).toBeGreaterThan(0)
  })

  it('bind people alone: a key, the operator and a service have none', async () => {
    for (const [name, { callers }] of operationEntries())
      for (const kind of callers.filter((each) => each !== 'person'))
        expect({ name, kind, code: await codeOf(name, { ...call, kind, role: null }) }).not.toMatchObject({
          code: 'role_required',
        })
  })

  it('are on rows that people may call, and on no other', () => {
    const bound = operationEntries().filter(([, { roles: named }]) => named)
    expect(bound.filter(([, { callers }]) => !callers.includes('person'))).toEqual([])
    expect(bound.map(([name]) => name).sort()).toEqual(Object.keys(reserved).sort())
  })

  it('are named by a refusal, in words for people', async () => {
    const refused = createInvoke({ 'keys.list': () => Promise.resolve() })(
      'keys.list',
      {},
      callBy({ ...call, role: 'member' }),
    )
    await expect(refused).rejects.toMatchObject({
      status: 403,
      message: 'Only an owner or an admin of the account may do this',
    })
  })
})

/** By a person, or an agent acting for one. */
const reachable = operationEntries().filter(([, { callers }]) =>
  callers.some((kind) => kind === 'person' || kind === 'account' || kind === 'guest'),
)
const namesASite = ({ params }: Operation) => params?.shape.id === siteId || params?.shape.id === siteParam

describe('the sites that people are limited to', () => {
  it('are known of each row: it names a site, is about the person alone, or says what it shows', () => {
    const undeclared = reachable.filter(([, row]) => !row.personal && !namesASite(row) && row.scope === undefined)
    expect(undeclared.map(([name]) => name)).toEqual([])
    const twice = reachable.filter(([, row]) => row.scope !== undefined && (row.personal || namesASite(row)))
    expect(twice.map(([name]) => name)).toEqual([])
  })

  it.each(reachable.map(([name]) => name))('%s refuses them where it is about the whole account', async (name) => {
    const { callers, scope, roles: named } = operationOf(name)
    const kind = callers.includes('person') ? 'person' : 'account'
    for (const siteIds of [[], ['a'], ['a', 'b']]) {
      const isRefused = (await codeOf(name, { ...call, kind, role: 'member', siteIds })) === 'role_required'
      expect(isRefused).toBe(scope === 'account' || named !== undefined)
    }
  })

  it('bind no key that was made by hand: it has no role, and sees what it always saw', async () => {
    const key = { ...call, kind: 'account', role: null, personId: null, siteIds: ['a'] } satisfies Caller
    for (const [name] of reachable.filter(([, { callers }]) => callers.includes('account')))
      expect([name, await codeOf(name, key)]).not.toEqual([name, 'role_required'])
  })
})
