import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { lettersTo } from '@rts/local/testing/letters'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSystem } from './support/shared-system.ts'
import { at, restClient, type TestSystem } from './support/system.ts'

const root = path.resolve(import.meta.dirname, '..')
let system: TestSystem
beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system.remove())

function admin(...args: string[]) {
  const env = { ...process.env, DATA_DIR: system.folder }
  const done = spawnSync(process.execPath, ['packages/local/src/admin.ts', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status: done.status, document: JSON.parse(done.status === 0 ? done.stdout : done.stderr) }
}

it('creates accounts and keys, changes plans, revokes', async () => {
  const account = admin('account', 'create', '--email', 'Ops@Example.com', '--plan', 'free').document
  expect(account).toEqual({ id: expect.any(String), email: 'ops@example.com', plan: 'free', created: true })
  const key = admin('key', 'create', '--account', account.id, '--name', 'ci').document
  expect(key).toEqual({ id: expect.any(String), name: 'ci', kind: 'server', key: expect.stringMatching(/^rts_sk_/) })
  const rest = restClient(system.connection.baseUrl, key.key)
  expect(at((await rest('GET', '/projects')).body, 'allowance', 'limit')).toBe(20)
  expect(admin('account', 'plan', '--account', account.id, '--plan', 'starter').document).toEqual({
    id: account.id,
    plan: 'starter',
  })
  expect(at((await rest('GET', '/projects')).body, 'allowance', 'limit')).toBe(100)
  expect(admin('key', 'list', '--account', account.id).document).toMatchObject([
    { id: key.id, start: key.key.slice(0, 11), revokedAt: null },
  ])
  expect(admin('key', 'revoke', '--key', key.id).document).toEqual({ id: key.id, revokedAt: expect.any(String) })
  expect((await rest('GET', '/projects')).status).toBe(401)
  expect(admin('account', 'list').document).toContainEqual(expect.objectContaining({ id: account.id, plan: 'starter' }))
})

it('makes people who own the account of their address, and lists them', () => {
  const made = admin('person', 'create', '--email', 'Eva@Example.com').document
  expect(made).toMatchObject({ email: 'eva@example.com', name: 'Eva', created: true })
  expect(made.passwordUrl).toContain('/reset#')
  const listed = admin('person', 'list', '--email', 'eva@example.com').document
  expect(listed).toMatchObject({ persons: [{ id: made.id, verified: true, accounts: [] }], total: 1 })
  expect(admin('person', 'create', '--email', 'eva').document.error).toContain('email')
})

it('makes a person and their account on a plan in one step, and again changes nothing but the plan', () => {
  const make = (plan: string) => admin('person', 'create', '--email', 'First@Example.com', '--plan', plan).document
  const made = make('growth')
  expect(made).toMatchObject({ email: 'first@example.com', created: true, account: { plan: 'growth' } })
  expect(made.passwordUrl).toContain('/reset#')
  const again = make('scale')
  expect(again).toMatchObject({ id: made.id, created: false, account: { id: made.account.id, plan: 'scale' } })
  const { account } = admin('account', 'show', '--account', made.account.id).document
  expect(account).toMatchObject({ email: 'first@example.com', plan: 'scale' })
})

it('sends a letter to try, and says where it went', () => {
  const tried = admin('mail', 'try', '--to', 'ops@example.com').document
  expect(tried).toEqual({
    to: 'ops@example.com',
    from: expect.stringContaining('@'),
    server: expect.stringMatching(/mail$/),
  })
  const [letter] = lettersTo(tried.server, 'ops@example.com')
  expect(letter).toContain('Subject: Mail works')
})

it('an account that is there is answered as such, and not for another plan', () => {
  const create = (plan: string) => admin('account', 'create', '--email', 'twice@example.com', '--plan', plan)
  const { id } = create('starter').document
  expect(create('starter')).toMatchObject({ status: 0, document: { id, created: false } })
  expect(create('growth')).toMatchObject({ status: 1, document: { error: expect.stringContaining('is on starter') } })
})

it('help names the commands, and help of a command its options', () => {
  expect(admin('help').document).toHaveProperty(['key create', 'options', '--account'], 'text')
  expect(admin('help', 'key', 'create').document.options).toEqual({
    '--account': 'text',
    '--name': 'text',
    '--kind': 'server | lasting; server when left out',
  })
  expect(admin('help', 'guest', 'claim').document.options).toMatchObject({ '--email': 'text; may be left out' })
  expect(admin('help', 'account', 'plan').document.does).toBe('changes the plan of an account, without a payment')
  expect(admin('help', 'order', 'invoice').document.options).toMatchObject({ '--months': 'a number' })
})

it('imports a SerpBear export once: the file’s name gives the domain, its lines the keywords and a history entry each', async () => {
  const account = admin('account', 'create', '--email', 'bear@example.com', '--plan', 'starter').document
  const key = admin('key', 'create', '--account', account.id, '--name', 'ci').document
  const file = path.join(system.folder, 'import.example.com-keywords_serp (1).csv')
  const updated = '2026-01-10T08:00:00.000Z'
  const lines = [
    'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags',
    `1, tea, green, 4, https://import.example.com/a,b, United Kingdom, -, desktop, ${updated}, ${updated}, x,y`,
    `2, kettle, -, -, United Kingdom, -, desktop, ${updated}, ${updated}, `,
    `3, mug, 4, -, United Kingdom, -, mobile, ${updated}, ${updated}, `,
    `4, cup, 4, -, United Kingdom, -, watch, ${updated}, ${updated}, `,
  ]
  writeFileSync(file, `\uFEFF${lines.join('\r\n')}\r\n`)
  const run = () => admin('import', '--from', 'serpbear', '--file', file, '--account', account.id)
  const bad = [{ line: 5, reason: expect.stringContaining('watch') }]
  expect(run()).toMatchObject({ status: 0, document: { sites: 1, added: 3, skipped: 0, bad } })
  expect(run()).toMatchObject({ status: 0, document: { sites: 0, added: 0, skipped: 3, bad } })
  const rest = restClient(system.connection.baseUrl, key.key)
  const id = at((await rest('GET', '/projects')).body, 'projects', 0, 'id')
  const kid = at((await rest('GET', `/projects/${id}/keywords`)).body, 'keywords', 0, 'id')
  expect((await rest('GET', `/projects/${id}/keywords/${kid}/history`)).body.history).toContainEqual({
    position: 4,
    checkedAt: updated,
    url: 'https://import.example.com/a,b',
    found: true,
    depth: null,
    source: 'serpbear',
  })
  for (const bytes of [Buffer.alloc(0), Buffer.from([0xff, 0xfe, 0x49]), Buffer.from('a,b\n')]) {
    writeFileSync(file, bytes)
    expect(run()).toMatchObject({ status: 1, document: { error: expect.any(String) } })
  }
  const missing = admin('import', '--from', 'serpbear', '--file', '/nowhere/a.com-keywords_serp.csv', '--account', 'a')
  expect(missing).toMatchObject({ status: 1, document: { error: 'there is no file /nowhere/a.com-keywords_serp.csv' } })
  expect(admin('import', '--from', 'other', '--file', file, '--account', account.id)).toMatchObject({
    status: 1,
    document: { error: expect.stringContaining('--from') },
  })
})

it('errors are one JSON document, name the option, and exit 1', () => {
  expect(admin('account', 'create', '--email', 'x@example.com', '--plan', 'golden')).toMatchObject({
    status: 1,
    document: { error: expect.stringContaining('--plan') },
  })
  expect(admin('account', 'plan', '--account', 'nobody', '--plan', 'free')).toMatchObject({
    status: 1,
    document: { error: 'No such account' },
  })
  expect(admin('fly')).toMatchObject({ status: 1, document: { error: expect.stringContaining('unknown command') } })
})

it('invoices an order in dollars, settles it once its money is there, lists it and sends the money back', () => {
  const account = admin('account', 'create', '--email', 'usd@example.com', '--plan', 'free').document
  const invoice = ['order', 'invoice', '--account', account.id, '--plan', 'growth', '--months', '12', '--usd', '600.50']
  const made = admin(...invoice).document
  expect(made).toMatchObject({ kind: 'invoice', currency: 'USD', amount: 60_050, status: 'open', created: true })
  expect(admin(...invoice).document).toMatchObject({ id: made.id, created: false })
  const settle = () => admin('order', 'settle', '--order', made.id, '--reference', 'WIRE-1').document
  expect(settle()).toMatchObject({ status: 'paid', receiptNumber: expect.any(String) })
  expect(settle().receiptNumber).toBe(settle().receiptNumber)
  expect(admin('order', 'list', '--account', account.id).document).toMatchObject({
    total: 1,
    orders: [{ id: made.id, status: 'paid' }],
  })
  expect(admin('order', 'refund', '--order', made.id)).toMatchObject({
    status: 1,
    document: { error: expect.stringContaining('by hand') },
  })
  expect(admin('order', 'refund', '--order', made.id, '--reference', 'WIRE-2').document.status).toBe('refunded')
  for (const [wrong, option] of [
    ['--months', 'months'],
    ['--usd', 'usd'],
    ['--plan', 'plan'],
  ] as const) {
    const given = invoice.map((word, i) => (invoice[i - 1] === wrong ? '7x' : word))
    expect(admin(...given)).toMatchObject({ status: 1, document: { error: expect.stringContaining(option) } })
  }
})
