import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSite } from '../../projects/tests/support/end-site.ts'
import { type AdviceWorld, keywordWith, siteOf, startAdviceWorld } from './support/advice.ts'
import { look, newReport, shareSite } from './support/reports.ts'
import { newMember, newOwner, type TestMember } from './support/team.ts'

let world: AdviceWorld
let owner: TestMember
beforeAll(async () => {
  world = await startAdviceWorld()
  owner = await newOwner(world, 'growth')
})
afterAll(() => world.stop())

/** The beginning of a PNG of so many pixels. */
function pngOf(width: number, height: number): string {
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width, 0)
  sides.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), sides, Buffer.alloc(50)]).toString(
    'base64',
  )
}
const png = pngOf(320, 200)

describe('a stranger with the link', () => {
  it('reads the chosen parts of this site alone, without a session, a cookie or a name that was not given', async () => {
    const site = await siteOf(owner, 'tea.example')
    const other = await siteOf(owner, 'secret-client.example')
    const past = [30, 29, 28, 2, 1, 0].map((ago): [number, number] => [ago, ago < 28 ? 2 : 9])
    await keywordWith(world, owner, site, 'green tea', past)
    await keywordWith(world, owner, other, 'secret phrase', [[0, 1]])
    const { token, now } = await shareSite(owner, site.id, { parts: ['ranks', 'visibility'], shownName: 'Agency Ann' })
    const reader = world.browser()
    const reply = await look(reader, token)
    expect(reply.status).toBe(200)
    expect(reply.setCookies).toEqual([])
    expect(reply.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    const { document } = reply.body
    expect(document).toMatchObject({
      title: 'Coffee in autumn',
      shownName: 'Agency Ann',
      site: { domain: 'tea.example' },
    })
    expect(Object.keys(document.parts).sort()).toEqual(['ranks', 'visibility'])
    expect(document.parts.ranks).toMatchObject({
      keywords: 1,
      top3: 1,
      up: 1,
      medianDays: 7,
      rows: [{ keyword: 'green tea', position: 2, previousPosition: 9 }],
    })
    expect(document.parts.visibility?.compared).toEqual({ score: 57.25, before: 9.78, keywords: 1, added: 0 })
    const seen = JSON.stringify(reply.body)
    for (const secret of ['secret', owner.email, owner.accountId, owner.id, site.id]) expect(seen).not.toContain(secret)
    expect(await now()).toMatchObject({ views: 1 })
    expect((await reader.op('reports.list', { params: site.params })).status).toBe(401)
  })

  it('is counted once a load, and neither a look of the owner nor a page in another language is a view', async () => {
    const site = await siteOf(owner, 'count.example')
    const { token, now, params } = await shareSite(owner, site.id, { parts: ['visibility'] })
    const reader = world.browser()
    expect((await look(reader, token, 'id')).body).toEqual({ language: 'en', document: null })
    await owner.op('reports.get', { params })
    expect(await now()).toMatchObject({ views: 0, lastViewedAt: null })
    await look(reader, token)
    await look(reader, token)
    const { views, lastViewedAt } = await now()
    expect([views, Date.parse(lastViewedAt) > 0]).toEqual([2, true])
  })

  it('starts nothing: no audit, no links, no answers', async () => {
    const site = await siteOf(owner, 'untouched.example')
    const { token } = await shareSite(owner, site.id)
    const { body } = await look(world.browser(), token)
    expect(body.document.parts).toMatchObject({ searchConsole: null, links: null, audit: { score: null } })
    for (const { pool } of [world.owners.researchDatabase, world.owners.contentDatabase]) {
      const { rows } = await pool.query('SELECT count(*)::int AS n FROM collects.subject WHERE input::text LIKE $1', [
        '%untouched.example%',
      ])
      expect(rows).toEqual([{ n: 0 }])
    }
  })

  it('is refused after sixty guesses', async () => {
    const reader = world.browser()
    const statuses: number[] = []
    for (let guess = 0; guess < 61; guess++) statuses.push((await look(reader, `guess-${guess}`)).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429])
    expect((await reader.post('/api/report/look', {})).status).toBe(429)
  })
})

describe('a report that is not shared any more', () => {
  const refusalOf = async (token: string, at = world.url) => {
    const { status, body } = await look(world.browser(at), token)
    return { status, code: body.code, detail: body.detail }
  }

  it('is answered like an unknown link: revoked at once on every replica, ended, or deleted', async () => {
    const site = await siteOf(owner, 'ending.example')
    const unknown = await refusalOf('AAAAAAAAAAAAAAAAAAAAAA')
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' })

    const revoked = await shareSite(owner, site.id, { parts: ['visibility'] })
    expect((await look(world.browser(world.replica), revoked.token)).status).toBe(200)
    await owner.op('reports.revoke', { params: revoked.params })
    expect(await refusalOf(revoked.token, world.replica)).toEqual(unknown)
    expect(await revoked.now()).toMatchObject({ status: 'revoked', url: null, views: 1 })
    await owner.op('reports.update', { params: revoked.params, body: newReport() })
    expect(await refusalOf(revoked.token)).toEqual(unknown)

    const ended = await shareSite(owner, site.id, { parts: ['visibility'], endsOn: '2999-12-31' })
    expect((await look(world.browser(), ended.token)).status).toBe(200)
    await world.database.pool.query('UPDATE report SET ends_at = now() WHERE id = $1', [ended.report.id])
    expect(await refusalOf(ended.token)).toEqual(unknown)
    expect(await ended.now()).toMatchObject({ status: 'ended', url: null })

    const deleted = await shareSite(owner, site.id, { parts: ['visibility'] })
    await owner.op('reports.delete', { params: deleted.params })
    expect(await refusalOf(deleted.token)).toEqual(unknown)
  })

  it('ends with the person who saved it last, on every replica, until another member saves it', async () => {
    const maker = await newMember(world, owner, 'admin')
    const site = await siteOf(owner, 'made-by.example')
    const recipients = ['bob@example.com']
    const made = await shareSite(maker, site.id, { parts: ['visibility'], recipients })
    const taken = await shareSite(maker, site.id, { parts: ['visibility'] })
    await owner.op('reports.update', { params: taken.params, body: newReport({ parts: ['visibility'] }) })
    expect((await look(world.browser(world.replica), made.token)).status).toBe(200)

    expect((await maker.browser.op('person.delete', { body: { confirm: maker.email } })).status).toBe(200)
    const nowOf = async (id: string) =>
      (await owner.op('reports.get', { params: { id: site.id, reportId: id } })).body.report
    for (const at of [world.replica, world.url]) expect((await refusalOf(made.token, at)).status).toBe(404)
    expect(await nowOf(made.report.id)).toMatchObject({
      status: 'ended',
      makerDeleted: true,
      url: null,
      nextMailAt: null,
      views: 1,
    })
    expect((await look(world.browser(world.replica), taken.token)).status).toBe(200)

    const body = newReport({ parts: ['visibility'], recipients })
    await owner.op('reports.update', { params: made.params, body })
    expect(await nowOf(made.report.id)).toMatchObject({ status: 'active', makerDeleted: false, url: made.report.url })
    expect((await look(world.browser(), made.token)).status).toBe(200)
  })

  it('a site in the trash hides it, and brings it back with it', async () => {
    const site = await siteOf(owner, 'trashed.example')
    const { token } = await shareSite(owner, site.id, { parts: ['visibility'] })
    await owner.op('sites.delete', { params: site.params })
    expect((await refusalOf(token)).status).toBe(404)
    await owner.op('trashedSites.restore', { params: site.params })
    expect((await look(world.browser(), token)).status).toBe(200)
  })

  it('ends with its site and with its account, and nothing of it is kept', async () => {
    const leaving = await newOwner(world, 'growth')
    const recipients = ['bob@example.com']
    const shared = async (domain: string) => {
      const site = await siteOf(leaving, domain)
      return { site, ...(await shareSite(leaving, site.id, { parts: ['visibility'], recipients })) }
    }
    const isKept = async ({ report }: { report: { id: string } }) =>
      (await world.database.pool.query('SELECT 1 FROM report WHERE id = $1', [report.id])).rowCount === 1
    const [first, second] = [await shared('leaving.example'), await shared('staying.example')]
    await leaving.op('sites.delete', { params: first.site.params })
    await endSite(world.projects.pool, first.site.id)
    await until('the report to end with its site', async () => !(await isKept(first)))
    expect((await refusalOf(first.token)).status).toBe(404)
    expect(await isKept(second)).toBe(true)
    const { accountId } = leaving
    await world.operator.call('accounts.close', { params: { accountId }, body: { confirm: leaving.email } })
    expect((await refusalOf(second.token)).status).toBe(404)
    await until('the report to end with its account', async () => !(await isKept(second)))
  })
})

describe('a report of another account, or of another site', () => {
  it('does not exist: 404 for every call', async () => {
    const [mine, other] = [await siteOf(owner, 'mine.example'), await siteOf(owner, 'other.example')]
    const stranger = await newOwner(world)
    const theirs = await siteOf(stranger, 'theirs.example')
    const { report } = await shareSite(stranger, theirs.id, { parts: ['visibility'] })
    for (const id of [theirs.id, mine.id, other.id]) {
      const params = { id, reportId: report.id }
      const replies = [
        await owner.op('reports.get', { params }),
        await owner.op('reports.update', { params, body: newReport() }),
        await owner.op('reports.revoke', { params }),
        await owner.op('reports.delete', { params }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await owner.op('reports.list', { params: { id: theirs.id } })).status).toBe(404)
    expect((await owner.op('reports.create', { params: { id: theirs.id }, body: newReport() })).status).toBe(404)
    expect((await stranger.op('reports.list', { params: { id: theirs.id } })).body.reports).toMatchObject([
      { id: report.id, status: 'active' },
    ])
  })
})

describe('what is stored and taken', () => {
  it('the token is nowhere as it is, and has 128 bits', async () => {
    const site = await siteOf(owner, 'token.example')
    const { token, report } = await shareSite(owner, site.id, { parts: ['visibility'] })
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    expect(report.url).toBe(`http://ranks.example/r/en#${token}`)
    const { rows } = await world.database.pool.query('SELECT row_to_json(r)::text AS row FROM report r WHERE id = $1', [
      report.id,
    ])
    expect(rows[0].row).not.toContain(token)
  })

  it('a logo is a picture of 200 KB at most, shown as what it is, and kept until it is taken away', async () => {
    const site = await siteOf(owner, 'logo.example')
    const refused = async (logo: string) =>
      (await owner.op('reports.create', { params: site.params, body: newReport({ logo }) })).body.errors?.[0].field
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
    expect(await refused(svg)).toBe('logo')
    expect(await refused('not base64!')).toBe('logo')
    expect(await refused(Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(204_800)]).toString('base64'))).toBe(
      'logo',
    )
    expect(await refused(Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'))).toBe('logo')
    expect(await refused(pngOf(2_001, 10))).toBe('logo')
    expect(await refused(pngOf(10, 20_000))).toBe('logo')
    const { token, params } = await shareSite(owner, site.id, { parts: ['visibility'], logo: png })
    const shown = async () => (await look(world.browser(), token)).body.document.logo
    const update = (more: object) =>
      owner.op('reports.update', { params, body: newReport({ parts: ['visibility'], ...more }) })
    expect(await shown()).toBe(`data:image/png;base64,${png}`)
    await update({ title: 'Renamed' })
    expect(await shown()).toBe(`data:image/png;base64,${png}`)
    await update({ logo: null })
    expect(await shown()).toBeNull()
  })

  it.each([
    [{ parts: [] }, 'parts'],
    [{ period: 'fixed' }, 'from'],
    [{ from: '2026-01-01', until: '2026-02-01' }, 'from'],
    [{ period: 'fixed', from: '2026-02-01', until: '2026-02-01' }, 'until'],
    [{ endsOn: '2026-01-01' }, 'endsOn'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ recipients: Array.from({ length: 11 }, (_, i) => `p${i}@example.com`) }, 'recipients'],
    [{ recipients: ['nobody'] }, 'recipients[0]'],
    [{ title: 'ΑВС' }, 'title'],
    [{ title: 'Pay at https://bank.example' }, 'title'],
    [{ title: 'Sign in: www.bank.example' }, 'title'],
    [{ title: 'Pay now: evil.com' }, 'title'],
    [{ title: '//evil.com' }, 'title'],
    [{ shownName: 'evil．com/x' }, 'shownName'],
    [{ shownName: 'bank.example/login' }, 'shownName'],
  ])('%j is refused at %s', async (more, field) => {
    const site = await siteOf(owner, 'refused.example')
    const { status, body } = await owner.op('reports.create', { params: site.params, body: newReport(more) })
    expect([status, body.errors?.[0].field]).toEqual([400, field])
  })

  it('a site has fifty at most, however many are made at once', async () => {
    const site = await siteOf(owner, 'many.example')
    await shareSite(owner, site.id)
    await world.database.pool.query(
      `INSERT INTO report (id, account_id, site_id, person_id, title, language, period, parts, time_zone, token_hash, sealed_token, recipients)
       SELECT id || n, account_id, site_id, person_id, title, language, period, parts, time_zone, token_hash || n, sealed_token, recipients
       FROM report, generate_series(1, 46) AS n WHERE site_id = $1`,
      [site.id],
    )
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => owner.op('reports.create', { params: site.params, body: newReport() })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(replies.filter(({ body }) => body.code === 'conflict')).toHaveLength(3)
  })
})

describe('the page', () => {
  it.each([
    ['en', 'en'],
    ['id', 'id'],
  ])('/r/%s is in the language of the report, noindex, sets no cookie and sends no Referer', async (part, language) => {
    const reply = await world.browser().get(`/r/${part}`, { 'accept-language': language === 'en' ? 'id' : 'en' })
    expect(reply.status).toBe(200)
    expect(reply.setCookies).toEqual([])
    expect(reply.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    expect(String(reply.body)).toContain(`<html lang="${language}"`)
    expect(String(reply.body)).toContain('<meta name="robots" content="noindex">')
  })

  it('loads and runs nothing but its own files, and no page frames it', async () => {
    const { headers } = await world.browser().get('/r/en')
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1).join(' ')]),
    )
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    })
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('no other page says noindex', async () => {
    const { headers, body } = await world.browser().get('/signin')
    expect(headers['x-robots-tag']).toBeUndefined()
    expect(String(body)).not.toContain('noindex')
  })
})
