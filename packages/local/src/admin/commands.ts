import { randomUUID } from 'node:crypto'
import { lastingKinds } from '@rts/shared/contract/keys'
import { orderRow } from '@rts/shared/contract/rows/billing'
import { databaseServices } from '@rts/shared/contract/services'
import { operations } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import { planSchema } from '@rts/shared/plans'
import { plainIssue } from '@rts/shared/service/plain-issue'
import { z } from 'zod'
import type { Operator } from '../system/operator.ts'
import { helpOf } from './command-help.ts'
import { domainOfExport, readExport } from './export-file.ts'
import { importGraph } from './graph-import.ts'
import { checkProviders, listProviders } from './provider-checks.ts'

/** The options are parsed first: a bad one is named before any call. */
type Command<S extends z.ZodObject = z.ZodObject> = {
  options: S
  run(call: Operator['call'], options: z.output<S>): Promise<unknown>
}

const plan = planSchema.exclude(['guest'])
const claim = operations['guests.claim'].body.shape
const orders = orderRow.shape
const count = z.coerce.number().pipe(z.int().positive())

function command<S extends z.ZodObject>(
  options: S,
  run: Command<S>['run'],
): { help: Record<string, string>; run(call: Operator['call'], given: unknown): Promise<unknown> } {
  return { help: helpOf(options), run: (call, given) => run(call, options.parse(given, { error: refusalOf })) }
}

function refusalOf(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : plainIssue(issue)
}

/** The operator's commands, by their words on the command line. */
export const commands = {
  'account create': command(z.strictObject({ email: z.string(), plan }), async (call, body) => {
    const { account, created } = await call('accounts.create', { body })
    return { id: account.id, email: account.email, plan: account.plan, created }
  }),
  'account list': command(z.strictObject({}), async (call) => (await call('accounts.list', {})).accounts),
  'account plan': command(z.strictObject({ account: z.string(), plan }), async (call, { account, plan }) => {
    const changed = await call('accounts.update', { params: { accountId: account }, body: { plan } })
    return { id: changed.account.id, plan: changed.account.plan }
  }),
  'account show': command(z.strictObject({ account: z.string() }), (call, { account: accountId }) =>
    call('accounts.get', { params: { accountId } }),
  ),
  'account close': command(
    z.strictObject({ account: z.string(), confirm: z.string() }),
    async (call, { account: accountId, confirm }) =>
      (await call('accounts.close', { params: { accountId }, body: { confirm } })).account,
  ),
  'person create': command(
    z.strictObject({
      email: z.string(),
      name: z.string().optional(),
      password: z.string().optional(),
      plan: plan.optional(),
    }),
    async (call, { email, name = email.split('@')[0] ?? '', password, plan }) => {
      const { person, created, passwordUrl } = await call('persons.create', { body: { email, name, password } })
      const account = plan === undefined ? {} : { account: await accountOn(call, person.email, plan) }
      return { ...person, created, ...account, passwordUrl }
    },
  ),
  'person list': command(
    z.strictObject({ email: z.string().optional(), limit: count.optional(), cursor: z.string().optional() }),
    (call, query) => call('persons.list', { query }),
  ),
  usage: command(z.strictObject({ account: z.string() }), (call, { account: accountId }) =>
    call('usage.get', { params: { accountId } }),
  ),
  audit: command(
    z.strictObject({ account: z.string(), limit: count.optional(), cursor: z.string().optional() }),
    (call, { account: accountId, ...query }) => call('audit.list', { params: { accountId }, query }),
  ),
  'key create': command(
    z.strictObject({ account: z.string(), name: z.string(), kind: z.enum(lastingKinds).default('server') }),
    async (call, { account, name, kind }) => {
      const { key, secret } = await call('keys.create', { params: { accountId: account }, body: { name, kind } })
      return { id: key.id, name: key.name, kind: key.kind, key: secret }
    },
  ),
  'key list': command(
    z.strictObject({ account: z.string() }),
    async (call, { account }) => (await call('keys.list', { params: { accountId: account } })).keys,
  ),
  'key revoke': command(z.strictObject({ key: z.string() }), async (call, { key: keyId }) => {
    const { key } = await call('keys.revoke', { params: { keyId } })
    return { id: key.id, revokedAt: key.revokedAt }
  }),
  'order list': command(
    z.strictObject({
      account: z.string().optional(),
      order: z.string().optional(),
      status: orders.status.optional(),
      limit: count.optional(),
      cursor: z.string().optional(),
    }),
    (call, { account: accountId, order: orderId, ...query }) =>
      call('allOrders.list', { query: { accountId, orderId, ...query } }),
  ),
  'order invoice': command(
    z.strictObject({ account: z.string(), plan: orders.plan, months: count, usd: z.string() }),
    async (call, { account: accountId, plan, months, usd }) => {
      const body = { accountId, plan, months: orders.months.parse(months), usdCents: centsOf(usd) }
      const { order, created } = await call('invoices.create', { body })
      return { ...order, created }
    },
  ),
  'order settle': command(
    z.strictObject({ order: z.string(), reference: z.string() }),
    async (call, { order, reference }) => {
      const settled = await call('orders.settle', { params: { orderId: order }, body: { reference } })
      return settled.order
    },
  ),
  'order refund': command(
    z.strictObject({
      order: z.string(),
      amount: count.optional(),
      payment: z.string().optional(),
      reference: z.string().optional(),
    }),
    async (call, { order: orderId, payment: paymentId, ...body }) =>
      (await call('orders.refund', { params: { orderId }, body: { ...body, paymentId } })).order,
  ),
  'guest claim': command(
    z.strictObject({ link: claim.link, account: claim.accountId, email: claim.email, key: claim.key }),
    async (call, { account: accountId, ...body }) => call('guests.claim', { body: { ...body, accountId } }),
  ),
  'graph import': command(
    z.strictObject({
      release: z.string().optional(),
      vertices: z.string().optional(),
      edges: z.string().optional(),
      ranks: z.string().optional(),
    }),
    (call, options) => importGraph(call, options, (line) => console.error(line)),
  ),
  import: command(
    z.strictObject({
      from: z.enum(['serpbear']),
      file: z.string(),
      account: z.string(),
      domain: z.string().optional(),
      language: z.string().default('en'),
    }),
    async (call, { from, file, account: accountId, domain, language }) => {
      const body = { from, accountId, domain: domain ?? domainOfExport(file), language, text: readExport(file) }
      return call('keywords.import', { body })
    },
  ),
  'mail try': command(z.strictObject({ to: z.string() }), (call, body) => call('mail.check', { body })),
  'providers list': command(z.strictObject({}), (call) => listProviders(call, (line) => console.error(line))),
  'providers check': command(
    z.strictObject({ provider: z.string().optional(), record: z.string().optional() }),
    (call, options) => checkProviders(call, options, (line) => console.error(line)),
  ),
  'outbox list': command(z.strictObject({}), async (call) => {
    const lists = await Promise.all(databaseServices.map((service) => call(`${service}Outbox.list`, {})))
    return lists.flatMap(({ deliveries }) => deliveries)
  }),
  'outbox retry': command(z.strictObject({ id: z.string() }), async (call, { id: deliveryId }) => {
    for (const service of databaseServices) {
      const retried = await orNotFound(call(`${service}Outbox.retry`, { params: { deliveryId } }))
      if (retried) return retried.delivery
    }
    throw new AppError('not_found', 'No such pending delivery')
  }),
} as const

/** The open account of an address, made or brought to the plan. A person with this address owns it once they sign in. */
async function accountOn(call: Operator['call'], email: string, wanted: z.output<typeof plan>) {
  const body = { id: randomUUID(), email, plan: wanted, adopt: 'or_create' } as const
  const { account } = await call('accounts.create', { body })
  if (account.plan !== wanted)
    await call('accounts.update', { params: { accountId: account.id }, body: { plan: wanted } })
  return { id: account.id, plan: wanted }
}

/** Dollars as they are written, `190` or `190.50`, in cents. */
function centsOf(usd: string): number {
  const [, dollars, cents = ''] = /^(\d{1,6})(?:\.(\d{2}))?$/.exec(usd) ?? []
  if (dollars === undefined) throw new Error('--usd: must be an amount such as 190 or 190.50')
  return Number(dollars) * 100 + Number(cents || 0)
}

function orNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
}
