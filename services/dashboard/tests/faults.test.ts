import { startForwarder } from '@rts/local/testing/forwarder'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../src/accounts/accounts.ts'
import { type Agents, connectAgents } from './support/agents.ts'
import type { Browser } from './support/browser.ts'
import { freshMail, password, signIn, signUp, verified } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

const newKey = (browser: Browser, accountId: string) =>
  browser.op('keys.create', { params: { accountId }, body: { name: 'my server' } })
const accountsOf = async (browser: Browser) =>
  (await browser.post('/api/session')).body.accounts.map(({ accountId, role }: Membership) => ({ accountId, role }))

/** A transaction that keeps others waiting until it ends. */
async function holdUp(pool: World['database']['pool'], sql: string, values: unknown[] = []) {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(sql, values)
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const waiting = (pool: World['database']['pool']) =>
  until('somebody to wait for a lock', async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return rows.length > 0
  })

describe('a dashboard that is killed', () => {
  let world: World
  let agents: Agents
  let other = ''
  beforeAll(async () => {
    world = await startWorld({}, { inProcesses: true })
    await world.startProjects()
    agents = await connectAgents(world.broker)
  })
  afterAll(async () => {
    await agents.close()
    await world.stop()
  })
  const pendingOf = async (email: string) =>
    (
      await world.database.pool.query(
        `SELECT m.account_id AS id, m.state FROM member m JOIN person p ON p.id = m.person_id WHERE p.email = $1`,
        [email],
      )
    ).rows
  const made = async (email: string) =>
    (await world.operator.call('accounts.list', {})).accounts.filter((account) => account.email === email)

  it('after it reserved the account, before the gateway has made it: the next sign-in has it, under that id, once', async () => {
    const [browser, email] = [world.browser(), freshMail()]
    await verified(world, browser, email)
    const release = await holdUp(world.gatewayDatabase.pool, 'LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
    const lost = signIn(browser, email).catch(() => null)
    await waiting(world.gatewayDatabase.pool)
    const reserved = await pendingOf(email)
    expect(reserved).toEqual([{ id: expect.any(String), state: 'pending' }])
    await world.kill()
    await release()
    await lost
    other = await world.startReplica()
    const again = world.browser(other)
    expect((await signIn(again, email)).status).toBe(200)
    expect(await accountsOf(again)).toEqual([{ accountId: reserved[0].id, role: 'owner' }])
    expect((await made(email)).map(({ id }) => id)).toEqual([reserved[0].id])
    expect((await newKey(again, reserved[0].id)).status).toBe(200)
  })

  it('after the gateway made the account, before it is used: the same', async () => {
    const [replica, email] = [await world.startKillable(), freshMail()]
    const browser = world.browser(replica.url)
    await verified(world, browser, email)
    const release = await holdUp(world.gatewayDatabase.pool, 'LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
    const lost = signIn(browser, email).catch(() => null)
    await waiting(world.gatewayDatabase.pool)
    const [reserved] = await pendingOf(email)
    const letGo = await holdUp(world.database.pool, 'SELECT 1 FROM member WHERE account_id = $1 FOR UPDATE', [
      reserved.id,
    ])
    await release()
    await waiting(world.database.pool)
    expect((await made(email)).map(({ id }) => id)).toEqual([reserved.id])
    await replica.kill()
    await letGo()
    await lost
    const again = world.browser(other)
    await signIn(again, email)
    expect(await accountsOf(again)).toEqual([{ accountId: reserved.id, role: 'owner' }])
    expect(await made(email)).toHaveLength(1)
  })

  it('while it signs somebody up leaves no half of a person, or a whole one', async () => {
    const [replica, email] = [await world.startKillable(), freshMail()]
    const release = await holdUp(world.database.pool, 'LOCK TABLE credential IN ACCESS EXCLUSIVE MODE')
    const lost = signUp(world.browser(replica.url), email).catch(() => null)
    await waiting(world.database.pool)
    await replica.kill()
    await release()
    await lost
    const count = async (sql: string) => (await world.database.pool.query(sql, [email])).rowCount
    await until('the transaction to end', async () => {
      const open = await world.database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
      )
      return open.rowCount === 0
    })
    expect(await count('SELECT 1 FROM person WHERE email = $1')).toBe(0)
    const browser = world.browser(other)
    await verified(world, browser, email)
    await signIn(browser, email)
    expect(await accountsOf(browser)).toHaveLength(1)
  })

  it('while the gateway claims for it: the next sign-in has the guest’s account', async () => {
    const [replica, email, agent] = [await world.startKillable(), freshMail(), await agents.register()]
    const projectId = await agent.track()
    const browser = world.browser(replica.url)
    await verified(world, browser, email)
    await browser.post('/auth/sign-in', { email, password, claims: true })
    const release = await holdUp(world.gatewayDatabase.pool, 'SELECT 1 FROM guest WHERE id = $1 FOR UPDATE', [agent.id])
    const lost = browser.op('claim.accept', { body: { token: agent.token } }).catch(() => null)
    await waiting(world.gatewayDatabase.pool)
    expect(await pendingOf(email)).toEqual([{ id: agent.accountId, state: 'pending' }])
    await replica.kill()
    await release()
    await lost
    const again = world.browser(other)
    await signIn(again, email)
    await until('the account', async () => (await accountsOf(again)).length === 1)
    expect(await accountsOf(again)).toEqual([{ accountId: agent.accountId, role: 'owner' }])
    expect((await again.op('claim.accept', { body: { token: agent.token } })).body).toMatchObject({ projectId })
  })
})

describe('a database that is lost', () => {
  it('in the middle of a sign-up: 503, nothing half done, and the next try is whole', async () => {
    const world = await startWorld()
    const to = new URL(world.database.url)
    const forwarder = await startForwarder(Number(to.port))
    const through = new URL(to)
    through.host = `127.0.0.1:${forwarder.port}`
    const browser = world.browser(await world.startReplica({ DATABASE_URL: through.href }))
    const email = freshMail()
    const ask = () => browser.post('/auth/sign-up', { email, password, name: 'Ada' })
    await browser.post('/api/session')
    const release = await holdUp(world.database.pool, 'LOCK TABLE credential IN ACCESS EXCLUSIVE MODE')
    const asked = ask()
    await waiting(world.database.pool)
    forwarder.leadTo(undefined)
    const lost = await asked
    expect([lost.status, lost.body.code, lost.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
    await release()
    for (const path of ['/auth/sign-in', '/auth/reset/send', '/auth/verify/send']) {
      const body = path === '/auth/sign-in' ? { email, password } : { email }
      expect([path, (await browser.post(path, body)).status]).toEqual([path, 503])
    }
    forwarder.leadTo(Number(to.port))
    await until('the database to be back', async () => (await browser.post('/api/session')).status === 200)
    const person = await world.database.pool.query('SELECT 1 FROM person WHERE email = $1', [email])
    expect([person.rowCount, world.letters(email)]).toEqual([0, []])
    expect((await ask()).status).toBe(200)
    await browser.post('/auth/verify', { token: await world.linkTo(email, 'verify'), password })
    expect((await signIn(browser, email)).status).toBe(200)
    await world.stop()
    await forwarder.close()
  })
})

describe('two replicas', () => {
  it('are one: a sign-up at one is verified and signed in at the other, and a session that ends at one has ended', async () => {
    const world = await startWorld()
    const [here, there] = [world.browser(), world.browser(await world.startReplica())]
    const email = await signUp(here)
    await there.post('/auth/verify', { token: await world.linkTo(email, 'verify'), password })
    await Promise.all([signIn(here, email), signIn(there, email)])
    expect(await accountsOf(here)).toEqual(await accountsOf(there))
    expect(await accountsOf(here)).toHaveLength(1)
    expect((await here.op('sessions.revoke', { body: {} })).body).toEqual({ ended: 1 })
    expect((await there.post('/api/session')).body.person).toBeNull()
    const wrong = (at: Browser) => signIn(at, email, 'a wrong password')
    const [enemy, ally] = [world.browser(), there]
    for (let i = 0; i < 5; i++) await Promise.all([wrong(enemy), enemy.post('/auth/sign-in', { email, password: 'x' })])
    expect((await wrong(enemy)).status).toBe(429)
    expect((await signIn(ally, email)).status).toBe(200)
    await world.stop()
  })
})
