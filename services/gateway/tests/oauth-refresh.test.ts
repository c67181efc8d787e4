import { until } from '@rts/local/testing/until'
import { connectPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tokens } from '../src/grants/rules/tokens.ts'
import { refreshTokens } from '../src/grants/tokens.ts'
import { clientId, codesOf, many, type OAuth, type Reply, refusal, resource, startOAuth } from './support/oauth.ts'
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

  it('refuses another client, an access token and any other text; the right one still works', async () => {
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
  const tokensOf = ({ json }: Reply) => [json.access_token, json.refresh_token]
  const bothAt = (i: number) => (i % 2 ? oauth.gateway : replica)

  it('gives the same tokens within ten seconds, on every replica, and two clients go on with them', async () => {
    const { refresh } = await oauth.connected()
    const first = await oauth.refreshWith(refresh)
    expect(await statusOf(first.json.access_token)).toBe(200)
    const second = await oauth.refreshWith(refresh, {}, replica)
    expect([second.status, tokensOf(second)]).toEqual([200, tokensOf(first)])
    const [left, whole] = [Number(second.json.expires_in), Number(first.json.expires_in)]
    expect([left <= whole, left > whole - 60]).toEqual([true, true])
    expect([await statusOf(first.json.access_token), await isEnded()]).toEqual([200, false])
    const next = await Promise.all([first, second].map(({ json }) => oauth.refreshWith(String(json.refresh_token))))
    expect([codesOf(next), tokensOf(next[0] as Reply)]).toEqual([[200, 200], tokensOf(next[1] as Reply)])
  })

  it('gives what the grant has now, where the one that followed it was used as well', async () => {
    const { refresh } = await oauth.connected()
    const next = await oauth.refreshWith(refresh)
    const last = await oauth.refreshWith(String(next.json.refresh_token), {}, replica)
    for (const used of [refresh, String(next.json.refresh_token)])
      expect(tokensOf(await oauth.refreshWith(used))).toEqual(tokensOf(last))
    expect([await statusOf(last.json.access_token), await isEnded()]).toEqual([200, false])
  })

  it('twenty times at once, on two replicas, gives one pair of tokens', async () => {
    const { refresh } = await oauth.connected()
    const replies = await many(20, (i) => oauth.refreshWith(refresh, {}, bothAt(i)))
    expect(codesOf(replies)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map((reply) => tokensOf(reply).join())).size).toBe(1)
    expect([await statusOf(replies[0]?.json.access_token), await isEnded()]).toEqual([200, false])
  })

  it('at once with those that follow it: each client that refreshes within ten seconds has access in the end', async () => {
    const { refresh } = await oauth.connected()
    const clients = await many(8, async (i) => {
      let reply = await oauth.refreshWith(refresh, {}, bothAt(i))
      for (let turn = 0; turn < i % 3; turn++)
        reply = await oauth.refreshWith(String(reply.json.refresh_token), {}, bothAt(i + turn))
      return reply
    })
    expect([codesOf(clients), await isEnded()]).toEqual([Array(8).fill(200), false])
    const last = await Promise.all(clients.map(({ json }) => oauth.refreshWith(String(json.refresh_token))))
    const works = await Promise.all(last.map(({ json }) => statusOf(json.access_token)))
    expect(works).toContain(200)
  })

  it('ends the grant ten seconds after its first use', async () => {
    const first = new Date()
    const refreshAt = (token: string, seconds: number) =>
      refreshTokens(oauth.world.database.pool, token, clientId, new Date(first.getTime() + seconds * 1_000))
    const early = await oauth.connected()
    const tokens = (await refreshAt(early.refresh, 0)) as Tokens
    expect(await refreshAt(early.refresh, 9.9)).toMatchObject({ access: tokens.access, refresh: tokens.refresh })
    await oauth.changeAccount()
    const late = await oauth.connected()
    const lost = (await refreshAt(late.refresh, 0)) as Tokens
    expect(await refreshAt(late.refresh, 10)).toBe(undefined)
    expect([await isEnded(), await refreshAt(lost.refresh, 11)]).toEqual([true, undefined])
  })

  it('ends the grant ten seconds after its own use, whatever was used since', async () => {
    const first = new Date()
    const refreshAt = (token: string, seconds: number) =>
      refreshTokens(oauth.world.database.pool, token, clientId, new Date(first.getTime() + seconds * 1_000))
    const { refresh } = await oauth.connected()
    const second = (await refreshAt(refresh, 0)) as Tokens
    await refreshAt(second.refresh, 8)
    expect(await refreshAt(second.refresh, 12)).toEqual(expect.any(Object))
    expect([await refreshAt(refresh, 13), await isEnded()]).toEqual([undefined, true])
  })

  it('ends the grant if it comes from another client', async () => {
    const { refresh } = await oauth.connected()
    const { json } = await oauth.refreshWith(refresh)
    const other = { client_id: 'https://other.example/client.json' }
    expect(await oauth.refreshWith(refresh, other)).toMatchObject(ended)
    expect([await isEnded(), await statusOf(json.access_token)]).toEqual([true, 401])
  })

  it('is nothing that the database could give away: neither it nor what follows is stored, and the salt goes', async () => {
    const { refresh } = await oauth.connected()
    const { json } = await oauth.refreshWith(refresh)
    const stored = `SELECT (SELECT string_agg(u::text, '') FROM grant_use u) || (SELECT string_agg(g::text, '') FROM key_grant g)
      || (SELECT string_agg(k::text, '') FROM api_key k) AS text`
    const [{ text }] = (await oauth.rows(stored)) as [{ text: string }]
    for (const token of [refresh, json.access_token, json.refresh_token].map(String))
      for (const half of [token.slice(7, 50), token.slice(50)].filter((part) => part.length > 20))
        for (const form of [half, Buffer.from(half).toString('hex'), Buffer.from(half, 'base64url').toString('hex')])
          expect(text).not.toContain(form)
    await oauth.rows(`UPDATE grant_use SET used_at = now() - interval '61 seconds'`)
    await oauth.refreshWith(String(json.refresh_token))
    expect(await oauth.rows('SELECT count(*)::int AS n FROM grant_use')).toEqual([{ n: 1 }])
  })
})
