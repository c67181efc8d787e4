import type { TestDatabase } from '@rts/local/testing/database'
import { insertPositions } from '@rts/local/testing/positions'
import { until } from '@rts/local/testing/until'
import { startSandbox } from '@rts/sandbox/start'
import { webhookTypes } from '@rts/shared/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSite } from '../../projects/tests/support/end-site.ts'
import { announceTo, deliveriesOf, endpointOf } from './support/endpoints.ts'
import { type Received, type Receiver, startReceiver } from './support/receiver.ts'
import { newMember, newOwner, startTeamWorld, type TestMember } from './support/team.ts'
import type { World } from './support/world.ts'

const hourMs = 3_600_000
let world: World
let receiver: Receiver
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let projects: TestDatabase
let lateMs = 0
beforeAll(async () => {
  receiver = await startReceiver()
  sandbox = await startSandbox({ clock: () => new Date() })
  const env = {
    HOST_OVERRIDES: receiver.variable,
    SLACK_URL: `${sandbox.url}/slack`,
    DISCORD_URL: `${sandbox.url}/discord`,
  }
  world = await startTeamWorld(env, { calendar: { now: () => new Date(Date.now() + lateMs) } })
  projects = await world.startProjects()
})
afterAll(async () => {
  await world.stop()
  await sandbox.close()
  await receiver.close()
})

let paths = 0
async function siteOf(owner: TestMember, name = 'Peets') {
  const { body } = await owner.op('sites.create', { body: { name, domain: `${++paths}.example.com` } })
  const id = String(body.project.id)
  return { id, accountId: owner.accountId }
}
const add = (by: TestMember, siteId: string, url: string, more: object = {}) =>
  by.op('webhooks.create', {
    params: { id: siteId },
    body: { url, events: webhookTypes, language: 'en', ...more },
  })

/** A site of a new owner with a webhook. */
async function webhook(more: object = {}) {
  const owner = await newOwner(world)
  const site = await siteOf(owner)
  const path = `/hook/${++paths}`
  const { body } = await add(owner, site.id, receiver.url(path), more)
  const params = { id: site.id, endpointId: String(body.endpoint.id) }
  const op = (name: string, input: object = {}) => owner.op(name, { params, ...input })
  return { owner, site, path, params, op, id: params.endpointId, secret: String(body.secret) }
}
type Hook = Awaited<ReturnType<typeof webhook>>
const event = ({ site }: Pick<Hook, 'site'>, name: string) => announceTo(world.database.pool, site, name)
const arrived = (path: string, count: number) =>
  until(`${count} at ${path}`, () => {
    const got = receiver.to(path)
    return got.length >= count && got
  })
const bodyOf = ({ body }: Received) => JSON.parse(body).data.alerts?.[0]?.id
const chatted = async (provider: string): Promise<Record<string, unknown>[]> => {
  const reply = await fetch(`${sandbox.url}/control/calls?provider=${provider}`)
  return Object(await reply.json()).calls.map(({ query }: { query: Record<string, unknown> }) => query)
}

describe('an endpoint', () => {
  it('of an owner shows its secret once; members see it, and may change nothing', async () => {
    const hook = await webhook({ name: 'Shop' })
    expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const member = await newMember(world, hook.owner, 'member')
    const list = { params: { id: hook.site.id } }
    const shown = (await member.op('webhooks.list', list)).body.endpoints[0]
    expect(shown).toMatchObject({
      kind: 'webhook',
      name: 'Shop',
      address: receiver.url(hook.path).slice('https://'.length),
      state: 'active',
    })
    expect(JSON.stringify(shown)).not.toContain('whsec_')
    const writes = [
      ['webhooks.update', { state: 'paused' }],
      ['webhooks.delete'],
      ['webhooks.check'],
      ['webhookSecrets.create'],
      ['webhookDeliveries.retry', { n: 1 }],
    ] as const
    for (const [name, body] of writes)
      expect([name, (await member.op(name, { params: hook.params, body })).status]).toEqual([name, 403])
    expect((await add(member, hook.site.id, receiver.url('/x'))).status).toBe(403)
    const admin = await newMember(world, hook.owner, 'admin')
    expect((await add(admin, hook.site.id, receiver.url('/x'))).status).toBe(200)
  })

  it('does not exist for another account', async () => {
    const hook = await webhook()
    const stranger = await newOwner(world)
    const own = await siteOf(stranger)
    for (const id of [hook.site.id, own.id])
      for (const [name, input] of [
        ['webhooks.update', { body: { state: 'paused' } }],
        ['webhooks.delete', {}],
        ['webhooks.check', {}],
        ['webhookSecrets.create', {}],
        ['webhookDeliveries.list', { query: {} }],
        ['webhookDeliveries.retry', { body: { n: 1 } }],
      ] as const) {
        const { status } = await stranger.op(name, { params: { ...hook.params, id }, ...input })
        expect([name, status]).toEqual([name, 404])
      }
    expect((await stranger.op('webhooks.list', { params: { id: hook.site.id } })).status).toBe(404)
  })

  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://10.1.2.3/hook',
    'https://localhost/hook',
    'https://intranet/hook',
    'https://example.com:8443/hook',
    'https://user:pass@example.com/hook',
    'https://hooks.slack.com/workflows/1',
    'https://discord.com/channels/1/2',
    'https://hooks.slack.com./anything',
    'https://Discord.com../channels/1/2',
    'file:///etc/passwd',
    'no address',
  ])('400 for %s', async (url) => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    const { status, body } = await add(owner, site.id, url)
    expect([status, body.errors[0].field]).toEqual([400, 'url'])
  })

  it('is Slack’s and Discord’s also with a dot after its host', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    const { body } = await add(owner, site.id, 'https://hooks.slack.com./services/T1/B1/dotted')
    expect(body.endpoint).toMatchObject({ kind: 'slack', address: 'hooks.slack.com' })
  })

  it('409 for the eleventh of a site, also when they are added at once', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    const made = await Promise.all(Array.from({ length: 12 }, () => add(owner, site.id, receiver.url('/many'))))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(2)
  })
})

describe('secrets', () => {
  it('overlap for 24 hours after a rotation, and then the new one alone holds', async () => {
    const hook = await webhook()
    const { body } = await hook.op('webhookSecrets.create')
    const second = String(body.secret)
    await event(hook, 'during')
    const [during] = await arrived(hook.path, 1)
    for (const secret of [hook.secret, second]) new Webhook(secret).verify(during?.body ?? '', during?.headers ?? {})
    lateMs += 25 * hourMs
    await event(hook, 'after')
    const [, after] = await arrived(hook.path, 2)
    expect(after?.headers['webhook-signature']).not.toContain(' ')
    lateMs -= 25 * hourMs
    expect(body.endpoint.formerSecretUntil).not.toBeNull()
  })
})

describe('deliveries', () => {
  it('a test event shows the answer, and is no delivery', async () => {
    const hook = await webhook()
    receiver.answers(hook.path, (response) => response.writeHead(418).end('short and stout'))
    const { body } = await hook.op('webhooks.check')
    expect(body.tried).toMatchObject({ delivered: false, status: 418, failure: null, answer: 'short and stout' })
    const [got] = receiver.to(hook.path)
    expect(JSON.parse(got?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { project: { id: hook.site.id } } })
    expect((await hook.op('webhookDeliveries.list', { query: {} })).body.deliveries).toEqual([])
  })

  it('are listed with their tries, and are sent again with the same id', async () => {
    const hook = await webhook()
    await event(hook, 'one')
    const [first] = await arrived(hook.path, 1)
    await until('the note', async () => (await deliveriesOf(world.database.pool, hook.id))[0]?.at ?? false)
    const { deliveries } = (await hook.op('webhookDeliveries.list', { query: {} })).body
    expect(deliveries).toMatchObject([{ n: 1, eventId: first?.id, type: 'alert.raised', tries: 1, status: 204 }])
    expect((await hook.op('webhookDeliveries.retry', { body: { n: 1 } })).status).toBe(200)
    const [, again] = await arrived(hook.path, 2)
    expect([again?.id, again?.body]).toEqual([first?.id, first?.body])
    expect((await hook.op('webhookDeliveries.retry', { body: { n: 99 } })).status).toBe(404)
  })

  it('wait while the endpoint is paused, and arrive in order once it goes on', async () => {
    const hook = await webhook()
    await hook.op('webhooks.update', { body: { state: 'paused' } })
    for (const name of ['a', 'b', 'c']) await event(hook, name)
    const other = await webhook()
    await event(other, 'meanwhile')
    await arrived(other.path, 1)
    expect(receiver.to(hook.path)).toEqual([])
    expect((await hook.op('webhooks.update', { body: { state: 'active' } })).body.endpoint.waiting).toBe(3)
    expect((await arrived(hook.path, 3)).map(bodyOf)).toEqual(['a', 'b', 'c'])
  })
})

describe('an endpoint that fails', () => {
  it('rests after three days, with a letter in its owner’s language; resumed, it gets what waits', async () => {
    const hook = await webhook()
    await world.database.pool.query(`UPDATE person SET language = 'id' WHERE id = $1`, [hook.owner.id])
    receiver.answers(hook.path, (response) => response.writeHead(500).end())
    for (const name of ['a', 'b']) await event(hook, name)
    const before = lateMs
    for (let tries = 1; (await endpointOf(world.database.pool, hook.id)).state === 'active'; tries++) {
      await until('the next try', async () => {
        const { fails, state } = await endpointOf(world.database.pool, hook.id)
        return fails >= tries || state !== 'active'
      })
      lateMs += 8 * hourMs
    }
    expect(lateMs - before).toBeGreaterThan(72 * hourMs)
    expect(lateMs - before).toBeLessThan(96 * hourMs)
    const letter = await until('the letter', () =>
      world.letters(hook.owner.email).find((text) => /tiga hari/.test(text)),
    )
    expect(letter).toContain(`/sites/${hook.site.id}/webhooks`)
    expect(letter).not.toContain('whsec_')
    expect(new Set(receiver.to(hook.path).map(bodyOf))).toEqual(new Set(['a']))
    receiver.answers(hook.path, (response) => response.end())
    const before2 = receiver.to(hook.path).length
    await hook.op('webhooks.update', { body: { state: 'active' } })
    expect((await arrived(hook.path, before2 + 2)).slice(before2).map(bodyOf)).toEqual(['a', 'b'])
    lateMs = before
  })

  it('rests at once with 410, and its owner gets one letter', async () => {
    const hook = await webhook()
    receiver.answers(hook.path, (response) => response.writeHead(410).end())
    await event(hook, 'a')
    await until('the rest', async () => (await endpointOf(world.database.pool, hook.id)).state === 'resting')
    const { endpoints } = (await hook.owner.op('webhooks.list', { params: { id: hook.site.id } })).body
    expect(endpoints[0]).toMatchObject({ state: 'resting', restsFor: 'removed', waiting: 1, nextTryAt: null })
    await until('the letter', () => world.letters(hook.owner.email).find((text) => /no longer exists/.test(text)))
  })
})

// Beside the others that wait for seconds.
describe.concurrent('a test event', () => {
  it('is answered when its endpoint is, or when a delivery would have given up', async () => {
    const [slow, silent] = [await webhook(), await webhook()]
    receiver.answers(slow.path, (response) => setTimeout(() => response.writeHead(204).end(), 11_000))
    receiver.answers(silent.path, () => {})
    const answers = await Promise.all([slow, silent].map((hook) => hook.op('webhooks.check')))
    expect(answers.map(({ status, body }) => [status, body.tried?.status, body.tried?.failure])).toEqual([
      [200, 204, null],
      [200, null, 'timeout'],
    ])
  }, 60_000)
})

describe.concurrent('rank changes', () => {
  /** A check of a keyword, as the worker stores it. */
  const check = (siteId: string, keywordId: string, at: Date, position: number) =>
    projects.pool.query(
      `WITH d AS (SELECT id FROM tracked_domain WHERE site_id = $2 AND kind = 'own'),
         p AS (${insertPositions(`SELECT $1, 0, id, $3::timestamptz, $4::int, 'https://example.com/', 100, 'test', true FROM d`)}),
         k AS (UPDATE keyword SET last_check_at = $3 WHERE id = $1)
       INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, url)
       SELECT $1, id, $3, $4, 'https://example.com/' FROM d
       ON CONFLICT (keyword_id, domain_id) DO UPDATE SET checked_at = excluded.checked_at, position = excluded.position`,
      [keywordId, siteId, at, position],
    )
  const readNow = async (siteId: string) => {
    await world.database.pool.query('UPDATE webhook_rank_read SET due_at = now() WHERE site_id = $1', [siteId])
    await until('the read', async () => {
      const { rows } = await world.database.pool.query(
        `SELECT due_at > now() + interval '1 minute' AND since > now() - interval '1 minute' AS over FROM webhook_rank_read WHERE site_id = $1`,
        [siteId],
      )
      return rows[0]?.over === true
    })
  }

  it('since the endpoint was added are one event, each change once, with the mark of the sandbox', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    const { body } = await owner.op('keywords.create', { params: { id: site.id }, body: { keyword: 'cold brew' } })
    const keywordId = String(body.keyword.id)
    for (const [days, position] of [
      [3, 9],
      [2, 7],
      [1, 5],
    ] as const)
      await check(site.id, keywordId, new Date(Date.now() - days * 24 * hourMs), position)
    const path = `/ranks/${++paths}`
    await add(owner, site.id, receiver.url(path), { events: ['rank.changed'] })
    await readNow(site.id)
    await check(site.id, keywordId, new Date(), 3)
    await readNow(site.id)
    const [got] = await arrived(path, 1)
    const event = JSON.parse(got?.body ?? '')
    expect(event).toMatchObject({ type: 'rank.changed', sandbox: true, data: { project: { id: site.id }, count: 1 } })
    expect(event.data.changes).toMatchObject([
      { keywordId, keyword: 'cold brew', position: 3, before: { position: 5 }, device: 'desktop', country: 'us' },
    ])
    // The read answers the latest check of a keyword that was written since, and this one was announced.
    await projects.pool.query('UPDATE keyword SET last_check_at = last_check_at WHERE id = $1', [keywordId])
    await readNow(site.id)
    await check(site.id, keywordId, new Date(), 4)
    await readNow(site.id)
    const all = await arrived(path, 2)
    expect(all.flatMap((each) => JSON.parse(each.body).data.changes).map(({ position }) => position)).toEqual([3, 4])
  })

  it('are not read for a site that no endpoint wants them of', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    const { body } = await add(owner, site.id, receiver.url('/none'), { events: ['rank.changed', 'alert.raised'] })
    const reads = async () =>
      (await world.database.pool.query('SELECT 1 FROM webhook_rank_read WHERE site_id = $1', [site.id])).rowCount
    expect(await reads()).toBe(1)
    const params = { id: site.id, endpointId: body.endpoint.id }
    await owner.op('webhooks.update', { params, body: { events: ['alert.raised'] } })
    expect(await reads()).toBe(0)
  })
})

describe('Slack and Discord', () => {
  it('get plain text that notifies nobody, in the language of the person who added them', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner, '<!channel> *Peets* & co @here')
    const slack = await add(owner, site.id, 'https://hooks.slack.com/services/T1/B1/secretOfSlack')
    const discord = await add(owner, site.id, 'https://discord.com/api/webhooks/1/secretOfDiscord', { language: 'id' })
    expect([slack.body.secret, slack.body.endpoint.address]).toEqual([null, 'hooks.slack.com'])
    expect([discord.body.endpoint.kind, discord.body.endpoint.address]).toEqual(['discord', 'discord.com'])
    for (const { body } of [slack, discord]) {
      const params = { id: site.id, endpointId: body.endpoint.id }
      const { tried } = (await owner.op('webhooks.check', { params })).body
      expect(tried).toMatchObject({ delivered: true, failure: null })
    }
    const text = String((await chatted('slack')).at(-1)?.text)
    expect(text).toContain('&lt;!channel&gt; *Peets* &amp; co @\u2060here: this is a test')
    const message = (await chatted('discord')).at(-1)
    expect(message).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
    expect(message?.content).toContain('\\<!channel\\> \\*Peets\\* & co @\u2060here: ini uji coba')
  })

  it('that were removed there rest at once; a limit of theirs is kept to', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    const removed = (await add(owner, site.id, 'https://hooks.slack.com/services/T1/B1/removedHook')).body.endpoint
    const busy = (await add(owner, site.id, 'https://discord.com/api/webhooks/2/token')).body.endpoint
    const fault = { provider: 'discord', mode: 'rate', times: 1 }
    await fetch(`${sandbox.url}/control/fail`, { method: 'POST', body: JSON.stringify(fault) })
    await announceTo(world.database.pool, site, 'a')
    await until('the rest', async () => (await endpointOf(world.database.pool, removed.id)).state === 'resting')
    await until('the delivery', async () => (await deliveriesOf(world.database.pool, busy.id))[0]?.at ?? false)
    expect((await deliveriesOf(world.database.pool, busy.id))[0]).toMatchObject({ tries: 2, status: 204 })
  })
})

describe('the end', () => {
  it.each(['webhooks.delete', 'site', 'account'])('of a %s is that of all its deliveries and events', async (what) => {
    const hook = await webhook()
    await event(hook, 'a')
    await arrived(hook.path, 1)
    if (what === 'webhooks.delete') await hook.op('webhooks.delete')
    if (what === 'site') {
      await hook.owner.op('sites.delete', { params: { id: hook.site.id } })
      await endSite(projects.pool, hook.site.id)
    }
    if (what === 'account')
      await world.operator.call('accounts.close', {
        params: { accountId: hook.owner.accountId },
        body: { confirm: hook.owner.email },
      })
    await until('the end', async () => {
      const tables = ['webhook_endpoint', 'webhook_rank_read']
      const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE site_id = $1)`)
      const { rows } = await world.database.pool.query(
        `SELECT (${counts.join(' + ')} + (SELECT count(*) FROM webhook_delivery WHERE endpoint_id = $2))::int AS left`,
        [hook.site.id, hook.id],
      )
      return rows[0].left === 0
    })
  })

  it('of a site that is in the trash is none: what waits goes on when it is back', async () => {
    const hook = await webhook()
    await hook.owner.op('sites.delete', { params: { id: hook.site.id } })
    await until('the trash', async () => {
      const { rows } = await world.database.pool.query('SELECT in_trash FROM known.site WHERE id = $1', [hook.site.id])
      return rows[0]?.in_trash === true
    })
    await event(hook, 'a')
    const other = await webhook()
    await event(other, 'meanwhile')
    await arrived(other.path, 1)
    expect(receiver.to(hook.path)).toEqual([])
    await hook.owner.op('trashedSites.restore', { params: { id: hook.site.id } })
    expect((await arrived(hook.path, 1)).map(bodyOf)).toEqual(['a'])
  })
})
