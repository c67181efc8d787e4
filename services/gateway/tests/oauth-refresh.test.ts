import { until } from '@rts/local/testing/until'
import { connectPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tokens } from '../src/data/grant-store.ts'
import {
  clientId,
  codesOf,
  freshAddress,
  many,
  type OAuth,
  type Reply,
  refusal,
  resource,
  startOAuth,
} from './support/oauth.ts'
import type { Gateway } from './support.ts'

let oauth: OAuth
let replica: Gateway
beforeAll(async () => {
  oauth = await startOAuth()
  replica = await oauth.startReplica()
})
afterAll(() => oauth.world.stop())
beforeEach(() => oauth.changeAccount())

const ended = refusal('invalid_grant')
const statusOf = async (access: unknown) => (await oauth.ask(String(access))).status
const isEnded = async () => (await oauth.lasting())[0].revokedAt !== null

describe('POST token with a refresh token', () => {
  it('replaces both tokens, under the same key', async () => {
    const { access, refresh } = await oauth.connected()
    const { status, json } = await oauth.refreshWith(refresh, { resource })
    expect(status).toBe(200)
    expect([await statusOf(access), await statusOf(json.access_token)]).toEqual([401, 200])
    expect([await oauth.lasting(), json.refresh_token !== refresh]).toEqual([
      [{ id: expect.any(String), revokedAt: null }],
      true,
    ])
  })

  it('goes on after the hour of the access token', async () => {
    const { access, refresh } = await oauth.connected()
    await oauth.rows(
      `UPDATE api_key SET expires_at = now() WHERE account_id = $1 AND kind = 'lasting'`,
      oauth.key().accountId,
    )
    expect(await statusOf(access)).toBe(401)
    const { json } = await oauth.refreshWith(refresh)
    expect(await statusOf(json.access_token)).toBe(200)
  })

  it('refuses another client, an access token, and what has not its form; the right one still works', async () => {
    const { access, refresh } = await oauth.connected()
    const other = { client_id: 'https://other.example/client.json' }
    for (const answer of [
      await oauth.refreshWith(refresh, other),
      await oauth.refreshWith(access),
      await oauth.refreshWith('rts_rt_x'),
    ])
      expect(answer).toMatchObject(ended)
    expect((await oauth.refreshWith(refresh)).status).toBe(200)
  })

  it('is refused, and its access with it, from the moment in which a person revokes the key, on every replica', async () => {
    const { access, refresh } = await oauth.connected()
    const [{ id }] = (await oauth.lasting()) as [{ id: string }]
    await oauth.world.revoke(id)
    const replies = [await oauth.ask(access), await oauth.ask(access, connectPath, replica)]
    expect(codesOf([...replies, await oauth.refreshWith(refresh)])).toEqual([400, 401, 401])
  })

  it('gives nothing if the key is revoked while it waits', async () => {
    const { refresh } = await oauth.connected()
    const [{ id }] = (await oauth.lasting()) as [{ id: string }]
    const client = await oauth.world.database.pool.connect()
    await client.query('BEGIN')
    await client.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id])
    const waiting = oauth.refreshWith(refresh)
    const blocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until('the refresh to wait', async () => (await oauth.rows(blocked)).length > 0)
    await client.query('COMMIT')
    client.release()
    expect(await waiting).toMatchObject(ended)
  })
})

describe('a refresh token that comes a second time', () => {
  it('is answered once more if the access of the lost answer did nothing, and the lost tokens are worthless', async () => {
    const { refresh } = await oauth.connected()
    const lost = (await oauth.refreshWith(refresh)).json
    const again = await oauth.refreshWith(refresh, {}, replica)
    expect(again.status).toBe(200)
    expect([await statusOf(lost.access_token), await statusOf(again.json.access_token)]).toEqual([401, 200])
    const next = await oauth.refreshWith(String(again.json.refresh_token))
    expect([next.status, await isEnded()]).toEqual([200, false])
  })

  it.each([
    ['a call', (access: string) => oauth.ask(access)],
    ['a handshake', (access: string) => shakeHands(access)],
  ])('ends the grant if the new access was used for %s: one of the two uses was a thief’s', async (_name, use) => {
    const { refresh } = await oauth.connected()
    const { json } = await oauth.refreshWith(refresh)
    expect((await use(String(json.access_token))).status).toBe(200)
    expect(await oauth.refreshWith(refresh, {}, replica)).toMatchObject(ended)
    expect(await oauth.refreshWith(String(json.refresh_token))).toMatchObject(ended)
    expect(await statusOf(json.access_token)).toBe(401)
  })

  const shakeHands = (access: string) =>
    oauth.reply(
      fetch(oauth.at(connectPath), {
        method: 'POST',
        headers: {
          ...{ 'x-forwarded-for': freshAddress(), authorization: `Bearer ${access}` },
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      }),
    )

  it('is answered for a minute from its first use', async () => {
    const first = new Date()
    const after = (seconds: number) => new Date(first.getTime() + seconds * 1_000)
    const refreshAt = (token: string, seconds: number) => oauth.grants.refresh(token, clientId, after(seconds))
    const early = await oauth.connected()
    await refreshAt(early.refresh, 0)
    expect(await refreshAt(early.refresh, 59.9)).toEqual(expect.any(Object))
    await oauth.changeAccount()
    const late = await oauth.connected()
    const tokens = (await refreshAt(late.refresh, 0)) as Tokens
    expect(await refreshAt(late.refresh, 60)).toBe(undefined)
    expect([await isEnded(), await refreshAt(tokens.refresh, 61)]).toEqual([true, undefined])
  })

  it.each<[string, (used: string, next: string) => Promise<Reply | undefined>, Record<string, string>?]>([
    ['a third time', async (used: string) => oauth.refreshWith(used)],
    ['from another client', async () => undefined, { client_id: 'https://other.example/client.json' }],
    ['after the one that followed it', async (_used: string, next: string) => oauth.refreshWith(next)],
  ])('ends the grant if it comes %s', async (_name, before, more) => {
    const { refresh } = await oauth.connected()
    const next = String((await oauth.refreshWith(refresh)).json.refresh_token)
    expect((await before(refresh, next))?.status ?? 200).toBe(200)
    expect(await oauth.refreshWith(refresh, more)).toMatchObject(ended)
    expect(await isEnded()).toBe(true)
  })

  it('ends the grant where the token of the lost answer turns up after all', async () => {
    const { refresh } = await oauth.connected()
    const lost = (await oauth.refreshWith(refresh)).json
    const again = (await oauth.refreshWith(refresh)).json
    expect(await oauth.refreshWith(String(lost.refresh_token))).toMatchObject(ended)
    expect([await isEnded(), await statusOf(again.access_token)]).toEqual([true, 401])
  })

  it('twice at once, on two replicas, leaves one access that works', async () => {
    const { refresh } = await oauth.connected()
    const replies = await many(2, (i) => oauth.refreshWith(refresh, {}, i === 0 ? oauth.gateway : replica))
    expect(codesOf(replies)).toEqual([200, 200])
    const works = await Promise.all(replies.map(({ json }) => statusOf(json.access_token)))
    expect([works.sort(), await isEnded()]).toEqual([[200, 401], false])
  })

  it('ten times at once, on two replicas, is answered twice and ends the grant', async () => {
    const { refresh } = await oauth.connected()
    const replies = await many(10, (i) => oauth.refreshWith(refresh, {}, i % 2 ? oauth.gateway : replica))
    expect(codesOf(replies)).toEqual([200, 200, ...Array(8).fill(400)])
    for (const { json } of replies) if (json.access_token) expect(await statusOf(json.access_token)).toBe(401)
    expect(await isEnded()).toBe(true)
  })
})
