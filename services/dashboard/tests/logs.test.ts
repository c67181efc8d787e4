import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agents, connectAgents } from './support/agents.ts'
import { freshMail, password } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agents: Agents
beforeAll(async () => {
  world = await startWorld({}, { inProcesses: true })
  await world.startProjects()
  agents = await connectAgents(world.broker)
})
afterAll(async () => {
  await agents.close()
  await world.stop()
})

const [second, third] = ['another good password', 'a third good password']

it('no password, address, name, token or cookie is in a line of the logs of dashboard and gateway, whatever people do', async () => {
  const [email, next, made] = [freshMail(), freshMail(), freshMail()]
  const secrets = new Set([email, next, made, password, second, third, 'Ada Lovelace-Byron'])
  const browser = world.browser()
  const post = async (path: string, body: object) => {
    const reply = await browser.post(path, body)
    for (const [name, value] of browser.cookies) {
      // The language is no secret.
      if (name === 'language') continue
      secrets.add(value)
      secrets.add(decodeURIComponent(value).split('.')[0] ?? value)
    }
    return reply.status
  }
  const op = (name: string, body: object) => post(`/api/op/${name}`, { body })
  const linkTo = async (to: string, page: 'verify' | 'reset' | 'mail') => {
    const token = await world.linkTo(to, page)
    secrets.add(token)
    return token
  }
  const agent = await agents.register('You asked for it')
  await agent.track()
  secrets.add(agent.token)
  const [signUp, signIn] = [
    { email, password, name: 'Ada Lovelace-Byron' },
    { email, password },
  ]
  const statuses = [
    await post('/auth/sign-up', { ...signUp, claim: agent.token }),
    await post('/auth/sign-up', signUp),
    await post('/auth/sign-in', signIn),
    await post('/auth/verify', { token: `${await linkTo(email, 'verify')}x`, password }),
    await post('/auth/verify', { token: await linkTo(email, 'verify'), password }),
    await post('/auth/sign-in', { email, password: second }),
    await post('/auth/sign-in', { ...signIn, claims: true }),
    await post('/api/claim/look', { token: agent.token }),
    await op('claim.accept', { token: agent.token }),
    await op('claim.accept', { token: agent.token }),
    await post('/auth/password', { currentPassword: third, newPassword: second }),
    await post('/auth/password', { currentPassword: password, newPassword: second }),
    await op('mailChange.create', { email: next }),
    await op('mailChange.accept', { token: `${await linkTo(next, 'mail')}x` }),
    await op('mailChange.accept', { token: await linkTo(next, 'mail') }),
    await post('/auth/reset/send', { email: next }),
    await post('/auth/reset', { token: await linkTo(next, 'reset'), password: third }),
    await post('/auth/sign-in', { email: next, password: third }),
    await op('sessions.list', {}),
    await op('person.update', { name: 'Ada Lovelace-Byron' }),
    await op('person.delete', { confirm: email }),
    await op('person.delete', { confirm: next }),
    await post('/auth/sign-out', {}),
  ]
  expect(statuses).toEqual([
    200, 200, 403, 404, 200, 401, 200, 200, 200, 200, 400, 200, 200, 404, 200, 200, 200, 200, 200, 200, 400, 409, 200,
  ])
  const { passwordUrl } = await world.operator.call('persons.create', {
    body: { email: made, name: 'Ada Lovelace-Byron' },
  })
  secrets.add(passwordUrl?.split('#')[1] ?? '')
  await world.operator.call('persons.create', { body: { email: made, name: 'Ada Lovelace-Byron', password: second } })
  // Unforeseen errors carry everything they know.
  const broken = async (table: string, ask: () => Promise<number>) => {
    await world.database.pool.query(`ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (false) NOT VALID`)
    const status = await ask()
    await world.database.pool.query(`ALTER TABLE ${table} DROP CONSTRAINT broken`)
    return status
  }
  const [another, again] = [freshMail(), { email: next, password: third }]
  secrets.add(another)
  expect(await broken('person_session', () => post('/auth/sign-in', again))).toBe(500)
  expect(await broken('person', () => post('/auth/sign-up', { ...signUp, email: another }))).toBe(503)
  expect(await broken('credential', () => post('/auth/sign-up', { ...signUp, email: another }))).toBe(500)
  expect(await post('/auth/sign-in', again)).toBe(200)
  expect(await broken('mail_change', () => op('mailChange.create', { email: another }))).toBe(500)

  // Output of a process arrives a moment later.
  const failures = () =>
    world
      .logs()
      .split('\n')
      .filter((line) => line.includes('call failed'))
  await until('the failed calls in the logs', () => failures().length >= 3)
  expect(failures()).toHaveLength(3)
  const lines = world.logs().split('\n')
  expect([...secrets].every((secret) => secret.length > 7)).toBe(true)
  const leaks = [...secrets].flatMap((secret) => lines.filter((line) => line.includes(secret)))
  expect(leaks).toEqual([])
  expect(lines.filter((line) => /[\w.-]+@example\.com/.test(line))).toEqual([])
}, 60_000)
