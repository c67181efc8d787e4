import { createHash, createHmac, randomUUID } from 'node:crypto'
import { until } from '@rts/local/testing/until'
import type { Role } from '@rts/shared/contract/operation'
import type { Plan } from '@rts/shared/plans'
import type pg from 'pg'
import type { Browser } from './browser.ts'
import { freshMail } from './people.ts'
import { startWorld, type World } from './world.ts'

const secret = 'signs-the-sessions-of-tests-of-teams'
/** Under which the dashboards of such a world sign the links of letters. */
export const linkKey = createHash('sha256').update(`links ${secret}`).digest('hex')
/** A world whose people need not sign in one by one: a password costs a tenth of a second. */
export const startTeamWorld = (env: Record<string, string> = {}, options: Parameters<typeof startWorld>[1] = {}) =>
  startWorld({ AUTH_SECRET: secret, ...env }, options)
/** A second dashboard on the same database, behind a gateway of its own. */
export const startTeamReplica = (world: World) => world.startReplica({ AUTH_SECRET: secret })

export type TestPerson = { id: string; email: string; browser: Browser }
/** Somebody in an account. */
export type TestMember = TestPerson & { accountId: string; op: Browser['op'] }

/** A verified person who has just signed in, and belongs to no account. */
export async function newPerson(
  world: World,
  { email = freshMail(), at }: { email?: string; at?: string } = {},
): Promise<TestPerson> {
  const [id, token, browser] = [randomUUID(), randomUUID(), world.browser(at)]
  await world.database.pool.query(`INSERT INTO person (id, email, name, email_verified) VALUES ($1, $2, 'Ada', true)`, [
    id,
    email,
  ])
  await world.database.pool.query(
    `INSERT INTO person_session (id, token, person_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
    [randomUUID(), token, id],
  )
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  browser.cookies.set('rts', encodeURIComponent(`${token}.${signature}`))
  return { id, email, browser }
}

/** A person with an account of their own, as its page. */
export async function newOwner(
  world: World,
  plan: Exclude<Plan, 'guest'> = 'starter',
  at?: string,
): Promise<TestMember> {
  const person = await newPerson(world, at === undefined ? {} : { at })
  const { account } = await world.operator.call('accounts.create', { body: { email: person.email, plan } })
  return member(world, person, account.id, 'owner')
}

/** A person who belongs to an account already. */
export async function newMember(
  world: World,
  { accountId }: { accountId: string },
  role: Role,
  at?: string,
): Promise<TestMember> {
  return member(world, await newPerson(world, at === undefined ? {} : { at }), accountId, role)
}

/** Makes somebody who left a member again. */
export async function rejoin(world: World, { id, email, browser, accountId }: TestMember): Promise<void> {
  await member(world, { id, email, browser }, accountId, 'member')
}

async function member(world: World, person: TestPerson, accountId: string, role: Role): Promise<TestMember> {
  await world.database.pool.query(
    // After all others: the time has milliseconds, in which two may join.
    `INSERT INTO member (person_id, account_id, role, state, joined_at) VALUES ($1, $2, $3, 'active',
       greatest(clock_timestamp(), (SELECT max(joined_at) + interval '1 millisecond' FROM member WHERE account_id = $2)))`,
    [person.id, accountId, role],
  )
  return asMember(person, accountId)
}

/** A person as a page that names an account. */
export function asMember(person: TestPerson, accountId: string): TestMember {
  const op: Browser['op'] = (name, input, headers) =>
    person.browser.op(name, input, { 'x-account': accountId, ...headers })
  return { ...person, accountId, op }
}

export const invite = (by: TestMember, email: string, role?: string) =>
  by.op('invites.create', { body: role === undefined ? { email } : { email, role } })

/** The token in the letter of an invite. */
export const tokenOf = (world: World, email: string, count = 1) => world.linkTo(email, 'invite', count)

export const accept = (person: TestPerson, token: string) => person.browser.op('invites.accept', { body: { token } })

/** Who is in an account, by the table. */
export async function membersOf(world: World, accountId: string): Promise<Record<string, string>> {
  const { rows } = await world.database.pool.query(
    `SELECT p.email, m.role FROM member m JOIN person p ON p.id = m.person_id WHERE account_id = $1 AND state = 'active'`,
    [accountId],
  )
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]))
}

export async function statusesOf(world: World, accountId: string): Promise<string[]> {
  const { rows } = await world.database.pool.query(
    'SELECT status FROM invite WHERE account_id = $1 ORDER BY invited_at',
    [accountId],
  )
  return rows.map(({ status }) => status)
}

/** Holds an account: whatever changes its people waits, in the order in which it came, until `release`. */
export async function holdAccount(world: World, accountId: string) {
  const client: pg.PoolClient = await world.database.pool.connect()
  await client.query('BEGIN')
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`, [accountId])
  return {
    /** Waits until so many wait. */
    queued: (count: number) =>
      until(`${count} to wait`, async () => {
        const { rows } = await world.database.pool.query(
          `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
        )
        return rows[0].n >= count
      }),
    async release() {
      await client.query('COMMIT')
      client.release()
    },
  }
}
