import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { storeRefusal } from '../src/letters/letters.sql.ts'
import { deleteOldInvites } from '../src/team/invites.sql.ts'
import { createInviteMail, type InviteOrder, invitePerson, type MailInvite } from '../src/team/invites.ts'
import { freshMail } from './support/people.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

/** The letters that were written: recipient and sender. */
let written: string[] = []
beforeEach(async () => {
  written = []
  await database.pool.query('TRUNCATE invite, mail_day, mail_refused')
})
const postBy = (mail: MailInvite) => (order: InviteOrder) =>
  inTransaction(database.pool, (tx) => invitePerson(tx, order, mail))
const senders = () => {
  const mail = createInviteMail(database.pool, async (_client, { email, invitedBy }) => {
    written.push(`${invitedBy} to ${email}`)
  })
  return { mail, post: postBy(mail.mail) }
}
const order = (email: string, contact: string): InviteOrder => ({
  accountId: randomUUID(),
  email,
  contact,
  role: undefined,
  by: null,
  people: 10,
})
const nextDay = () =>
  database.pool.query(`WITH days AS (UPDATE mail_day SET day = day - 1)
    UPDATE invite SET mail_due_at = mail_due_at - interval '1 day', invited_at = invited_at - interval '1 day' WHERE status = 'pending'`)

describe('mail of invites', () => {
  it('one a recipient and day, whichever accounts invite: the others wait for the next days, the oldest first', async () => {
    const { mail, post } = senders()
    const email = freshMail()
    for (const who of ['a@x.example', 'b@x.example', 'c@x.example']) await post(order(email, who))
    expect(written).toEqual([`a@x.example to ${email}`])
    await mail.mailDue()
    expect(written).toHaveLength(1)
    for (const who of ['b', 'c']) {
      await nextDay()
      await Promise.all([mail.mailDue(), senders().mail.mailDue()])
      expect(written.at(-1)).toBe(`${who}@x.example to ${email}`)
    }
    await nextDay()
    await mail.mailDue()
    expect(written).toHaveLength(3)
  })

  it('exact when ten accounts invite one recipient at once', async () => {
    const { post } = senders()
    const email = freshMail()
    await Promise.all(Array.from({ length: 10 }, (_none, i) => post(order(email, `${i}@x.example`))))
    expect(written).toHaveLength(1)
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS n FROM invite WHERE email = $1 AND mail_due_at > now()',
      [email],
    )
    expect(rows).toEqual([{ n: 9 }])
  })

  it('one an invite: posting it again mails nothing, not on the next day either', async () => {
    const { mail, post } = senders()
    const asked = order(freshMail(), 'a@x.example')
    for (let i = 0; i < 2; i++) await post(asked)
    await nextDay()
    await post(asked)
    await mail.mailDue()
    expect(written).toHaveLength(1)
  })

  it('none for an invite that was withdrawn, or whose time is over, before its day came', async () => {
    const { mail, post } = senders()
    const email = freshMail()
    await post(order(email, 'a@x.example'))
    const [late, withdrawn] = [order(email, 'b@x.example'), order(email, 'c@x.example')]
    const ids = [(await post(late)).invite.id, (await post(withdrawn)).invite.id]
    await database.pool.query(`UPDATE invite SET expires_at = now() WHERE id = $1`, [ids[0]])
    await database.pool.query(`UPDATE invite SET status = 'revoked' WHERE id = $1`, [ids[1]])
    await nextDay()
    await mail.mailDue()
    expect(written).toHaveLength(1)
  })

  it('a transaction that fails leaves neither the invite nor the day', async () => {
    const mail = createInviteMail(database.pool, () => Promise.reject(new Error('not written')))
    const email = freshMail()
    await expect(postBy(mail.mail)(order(email, 'a@x.example'))).rejects.toThrow('not written')
    await senders().post(order(email, 'b@x.example'))
    expect(written).toEqual([`b@x.example to ${email}`])
  })

  it('ends those that wait for their day', async () => {
    const { mail, post } = senders()
    const email = freshMail()
    for (const who of ['a@x.example', 'b@x.example']) await post(order(email, who))
    const { rows } = await database.pool.query('SELECT recipient FROM mail_day ORDER BY ctid DESC LIMIT 1')
    await storeRefusal(database.pool, rows[0].recipient, 'invite')
    await nextDay()
    await mail.mailDue()
    expect(written).toHaveLength(1)
  })
})

it('what is over is forgotten after a month, and a day after its day', async () => {
  const { post } = senders()
  const kept = await post(order(freshMail(), 'a@x.example'))
  const old = await post(order(freshMail(), 'b@x.example'))
  await database.pool.query(`UPDATE invite SET expires_at = now() - interval '31 days' WHERE id = $1`, [old.invite.id])
  await deleteOldInvites(database.pool)
  const found = await database.pool.query('SELECT id FROM invite WHERE id = ANY($1)', [[kept.invite.id, old.invite.id]])
  expect(found.rows).toEqual([{ id: kept.invite.id }])
  const days = async () => (await database.pool.query('SELECT 1 FROM mail_day')).rowCount
  await database.pool.query('UPDATE mail_day SET day = day - 1')
  await deleteOldInvites(database.pool)
  expect(await days()).toBe(2)
  await database.pool.query('UPDATE mail_day SET day = day - 1')
  await deleteOldInvites(database.pool)
  expect(await days()).toBe(0)
})
