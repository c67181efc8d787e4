import { until } from '@rts/local/testing/until'
import { testSecrets } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdviceWorld, keywordWith, siteOf, startAdviceWorld } from './support/advice.ts'
import { freshMail } from './support/people.ts'
import { connectReplica, look, newReport, shareSite } from './support/reports.ts'
import { newMember, newOwner, type TestMember } from './support/team.ts'

let world: AdviceWorld
let owner: TestMember
let replicas: Awaited<ReturnType<typeof connectReplica>>[]
beforeAll(async () => {
  world = await startAdviceWorld()
  replicas = [await connectReplica(world), await connectReplica(world)]
})
beforeEach(async () => {
  owner = await newOwner(world, 'growth')
})
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await world.stop()
})

const makeDue = (id: string) =>
  world.database.pool.query(`UPDATE report SET mail_due_at = '2026-11-01T01:00:00Z' WHERE id = $1`, [id])
const writeLetters = () => Promise.all(replicas.map((replica) => replica.writeLetters()))
const lettersOf = async (id: string) => {
  const { rows } = await world.database.pool.query(
    `SELECT aggregate FROM facts.event WHERE aggregate LIKE 'letter:report.' || $1 || '%'`,
    [id],
  )
  return rows.length
}
const sent = (email: string) =>
  until(`a letter to ${email}`, () => world.letters(email).find((letter) => letter.includes('shares the report')))
const asked = (email: string) =>
  until(`a question to ${email}`, () => world.letters(email).find((letter) => letter.includes('/monthly-reports?')))
const linkIn = (letter: string, page: string) =>
  new RegExp(`http://ranks\\.example(/${page}\\?token=[\\w-]+)`).exec(
    letter.replaceAll('=\n', '').replaceAll('=3D', '='),
  )?.[1] ?? ''
const post = (way: string) => fetch(world.url + way, { method: 'POST' })
/** Everybody who was asked agrees. */
const allAgree = () => world.database.pool.query(`UPDATE report_recipient SET answer = 'confirmed'`)

async function shared(more: object = {}) {
  const site = await siteOf(owner, `mail-${crypto.randomUUID()}.example`)
  await keywordWith(world, owner, site, 'green tea', [
    [30, 9],
    [0, 2],
  ])
  const report = await shareSite(owner, site.id, { parts: ['ranks'], recipients: [freshMail(), freshMail()], ...more })
  await allAgree()
  return report
}
const mailsOf = (report: { recipients: { email: string }[] }) => report.recipients.map(({ email }) => email)

describe('the monthly letter', () => {
  it('is off until addresses are typed, and then due on the first at eight in the zone of the report', async () => {
    const { report: silent } = await shared({ recipients: [] })
    expect(silent.nextMailAt).toBeNull()
    const { report } = await shared()
    expect(report.nextMailAt).toMatch(/-01T01:00:00\.000Z$/)
    await writeLetters()
    expect(await lettersOf(report.id)).toBe(0)
  })

  it('has the link and the figures, and goes once to each, however many replicas write it', async () => {
    const { report, token, now } = await shared({ shownName: 'Agency Ann' })
    await makeDue(report.id)
    await writeLetters()
    await writeLetters()
    const [first = '', second = ''] = mailsOf(report)
    const letter = await sent(first)
    await sent(second)
    expect(await lettersOf(report.id)).toBe(2)
    expect(letter).toContain(`http://ranks.example/r/en#${token}`)
    expect(letter).toContain('Agency Ann shares the report')
    expect(letter).toContain('Keywords in the top 3: 1')
    expect(letter).toMatch(/^List-Unsubscribe: <http:\/\/ranks\.example\/unsubscribe\?token=/m)
    expect(Date.parse((await now()).nextMailAt)).toBeGreaterThan(Date.now())
    expect((await look(world.browser(), token)).status).toBe(200)
  })

  it('goes to nobody outside the account before they agree: they are asked once, without a word of the sender', async () => {
    const domain = `asks-${crypto.randomUUID()}.example`
    const site = await siteOf(owner, domain)
    const [yes, no, silent] = [freshMail(), freshMail(), freshMail()]
    const member = await newMember(world, owner, 'viewer')
    const recipients = [yes, no, silent, member.email]
    const choice = { parts: ['ranks'], recipients, title: 'A word of mine', shownName: 'Mister Sender' }
    const { report, params, now } = await shareSite(owner, site.id, choice)
    const answers = async () => (await now()).recipients.map(({ answer }: { answer: string }) => answer)
    expect(await answers()).toEqual(['pending', 'pending', 'pending', 'confirmed'])
    const question = await asked(yes)
    expect(question).toContain(domain)
    for (const word of ['A word of mine', 'Mister Sender', owner.email]) expect(question).not.toContain(word)
    const [agree, decline] = [linkIn(question, 'monthly-reports'), linkIn(await asked(no), 'unsubscribe')]
    for (const way of [agree, decline])
      expect(await (await fetch(world.url + way)).text()).toContain('<form method="post">')
    expect(await answers()).toEqual(['pending', 'pending', 'pending', 'confirmed'])
    for (const way of [agree, decline]) expect((await post(way)).status).toBe(200)
    expect(await answers()).toEqual(['confirmed', 'declined', 'pending', 'confirmed'])
    expect((await post(`${agree.slice(0, -4)}AAAA`)).status).toBe(404)
    await makeDue(report.id)
    await writeLetters()
    for (const email of [yes, member.email]) await sent(email)
    expect(await lettersOf(report.id)).toBe(2)
    await owner.op('reports.update', { params, body: newReport({ recipients: [] }) })
    await owner.op('reports.update', { params, body: newReport({ recipients }) })
    await shareSite(owner, site.id, { recipients })
    const questions = await world.database.pool.query(
      `SELECT count(*)::int AS n FROM facts.event WHERE aggregate LIKE 'letter:report-question.' || $1 || '%'`,
      [owner.accountId],
    )
    const { rows } = await world.database.pool.query(
      'SELECT count(*)::int AS n FROM report_recipient WHERE account_id = $1',
      [owner.accountId],
    )
    expect(questions.rows).toEqual(rows)
  })

  it('to somebody who was never asked, as a member who has left, asks first: the letter comes the month after', async () => {
    const email = freshMail()
    const { report } = await shared({ recipients: [email] })
    const forget = 'DELETE FROM report_recipient WHERE account_id = $1'
    await world.database.pool.query(forget, [owner.accountId])
    await world.database.pool.query(`DELETE FROM facts.event WHERE aggregate LIKE 'letter:report-question.%'`)
    await makeDue(report.id)
    await writeLetters()
    expect(await lettersOf(report.id)).toBe(0)
    await post(linkIn(await asked(email), 'monthly-reports'))
    await makeDue(report.id)
    await writeLetters()
    await sent(email)
  })

  it('asks fifty addresses a day and account at most: the next is 429, and nothing is saved', async () => {
    const other = await newOwner(world, 'growth')
    const site = await siteOf(other, `many-${crypto.randomUUID()}.example`)
    const create = () => {
      const recipients = Array.from({ length: 10 }, freshMail)
      return other.op('reports.create', { params: { id: site.id }, body: newReport({ recipients }) })
    }
    for (let i = 0; i < 5; i++) expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(429)
    expect((await other.op('reports.list', { params: { id: site.id } })).body.reports).toHaveLength(5)
  })

  it('of a replica that was killed before it was written goes once, after its lease', async () => {
    const { report } = await shared()
    await makeDue(report.id)
    await world.database.pool.query(`UPDATE report SET lease_until = now() + interval '5 minutes' WHERE id = $1`, [
      report.id,
    ])
    await writeLetters()
    expect(await lettersOf(report.id)).toBe(0)
    await world.database.pool.query(`UPDATE report SET lease_until = now() WHERE id = $1`, [report.id])
    await writeLetters()
    await writeLetters()
    expect(await lettersOf(report.id)).toBe(2)
  })

  it('is not written for a revoked or ended report, nor for one whose site is in the trash', async () => {
    const [revoked, ended, trashed] = [await shared(), await shared(), await shared()]
    await owner.op('reports.revoke', { params: revoked.params })
    await world.database.pool.query('UPDATE report SET ends_at = now() WHERE id = $1', [ended.report.id])
    await owner.op('sites.delete', { params: { id: trashed.params.id } })
    for (const { report } of [revoked, ended, trashed]) await makeDue(report.id)
    await writeLetters()
    for (const { report } of [revoked, ended, trashed]) expect(await lettersOf(report.id)).toBe(0)
  })

  it('stops by one click for one recipient, of this report alone, and stays so when the address is typed again', async () => {
    const email = freshMail()
    const [first, second] = [await shared({ recipients: [email] }), await shared({ recipients: [email] })]
    await makeDue(first.report.id)
    await writeLetters()
    const stopPath = /List-Unsubscribe: <http:\/\/ranks\.example(\S+)>/.exec(await sent(email))?.[1] ?? ''
    await fetch(world.url + stopPath)
    expect((await first.now()).recipients).toEqual([{ email, stopped: false, answer: 'confirmed' }])
    const oneClick = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const stopped = await fetch(world.url + stopPath, { ...oneClick, body: 'List-Unsubscribe=One-Click' })
    expect(await stopped.json()).toEqual({ ok: true })
    const update = (recipients: string[]) =>
      owner.op('reports.update', { params: first.params, body: newReport({ recipients }) })
    await update([])
    await update([email])
    expect((await first.now()).recipients).toEqual([{ email, stopped: true, answer: 'confirmed' }])
    for (const { report } of [first, second]) await makeDue(report.id)
    await writeLetters()
    expect([await lettersOf(first.report.id), await lettersOf(second.report.id)]).toEqual([1, 1])
  })

  it('goes to an address ten times a day at most, over all reports', async () => {
    const email = freshMail()
    const first = await shared({ recipients: [email] })
    const others = Array.from({ length: 10 }, () => shared({ recipients: [email] }))
    const reports = [first, ...(await Promise.all(others))]
    for (const { report } of reports) await makeDue(report.id)
    await writeLetters()
    const written = await Promise.all(reports.map(({ report }) => lettersOf(report.id)))
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(10)
  })
})

it('a token is sealed again under a new key, so that the old one can be dropped, and its link stays', async () => {
  const { report, token, now } = await shared({ recipients: [] })
  const { SEAL_KEYS } = testSecrets
  const sealedBy = async () => {
    const { rows } = await world.database.pool.query('SELECT sealed_token FROM report WHERE id = $1', [report.id])
    return String(rows[0].sealed_token).split('.')[0]
  }
  const [newer, older] = [
    await connectReplica(world, `newer:a-secret-of-another-year,${SEAL_KEYS}`),
    await connectReplica(world, `${SEAL_KEYS},newer:a-secret-of-another-year`),
  ]
  await newer.sealAgain()
  expect(await sealedBy()).toBe('newer')
  await older.sealAgain()
  expect(await sealedBy()).toBe(SEAL_KEYS.split(':')[0])
  expect((await now()).url).toBe(`http://ranks.example/r/en#${token}`)
  for (const replica of [newer, older]) await replica.close()
})
