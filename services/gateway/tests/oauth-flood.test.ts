import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formLimitBytes } from '../src/http/common/limits.ts'
import { resourcePath } from '../src/http/connect/metadata.ts'
import {
  authorizePath,
  clientId,
  freshAddress,
  many,
  type OAuth,
  origin,
  revokePath,
  startOAuth,
  tokenPath,
} from './support/oauth.ts'
import { connectRaw, type RawConnection } from './support/raw-client.ts'
import type { Gateway } from './support.ts'

let oauth: OAuth
let replicas: [Gateway, Gateway]
beforeAll(async () => {
  oauth = await startOAuth()
  replicas = [oauth.gateway, await oauth.startReplica()]
})
afterAll(() => oauth.world.stop())
beforeEach(() => oauth.changeAccount())

const replicaOf = (i: number) => replicas[i % 2 ? 1 : 0]
/** The form that takes the most work: as many names as fit. */
const longest = Array.from({ length: 1_600 }, (_, i) => `${i.toString(36)}=1`).join('&')

/** A client connects, works and refreshes, on both replicas. */
async function connects(): Promise<void> {
  const { access, refresh } = await oauth.connected()
  expect((await oauth.ask(access, undefined, replicas[1])).status).toBe(200)
  expect((await oauth.refreshWith(refresh, {}, replicas[1])).status).toBe(200)
}

/** Everything that a stranger could have stored. */
async function stored(): Promise<object> {
  const [counts] = await oauth.rows(
    `SELECT (SELECT count(*) FROM grant_code)::int AS codes, (SELECT count(*) FROM key_grant)::int AS grants,
       (SELECT count(*) FROM api_key)::int AS keys, (SELECT count(*) FROM audit_entry)::int AS entries`,
  )
  return counts
}
const minutes = async () => Number((await oauth.rows('SELECT count(*)::int AS n FROM agent_minute'))[0].n)
const fullNetworks = async () => {
  const full = `SELECT count(*)::int AS n FROM agent_minute WHERE kind = 'token' AND cardinality(stamps) = 120`
  return Number((await oauth.rows(full))[0].n)
}

describe('a flood at the addresses of OAuth', () => {
  it('from one network gets its minutes on two replicas together, stores two rows, and stops no other network', async () => {
    const from = freshAddress()
    const headers = { 'x-forwarded-for': from }
    const [before, minutesBefore] = [await stored(), await minutes()]
    const consents = many(100, (i) =>
      fetch(oauth.at(`${authorizePath}?client_id=${clientId}`, replicaOf(i)), { redirect: 'manual', headers }),
    )
    const wrong = { client_id: clientId, token: `rts_rt_${'x'.repeat(86)}` }
    const forms = [
      { path: tokenPath, form: longest },
      { path: tokenPath, form: { grant_type: 'refresh_token', client_id: clientId, refresh_token: wrong.token } },
      {
        path: tokenPath,
        form: { grant_type: 'authorization_code', client_id: clientId, code: 'x', code_verifier: 'x' },
      },
      { path: revokePath, form: wrong },
    ].flatMap((each) => Array<typeof each>(50).fill(each))
    const tries = many(forms.length, (i) =>
      oauth.post(forms[i]?.form ?? '', { path: forms[i]?.path ?? '', from, to: replicaOf(i) }),
    )
    const documents = many(100, (i) => fetch(oauth.at(resourcePath, replicaOf(i)), { headers }))
    const [asked, tried, read] = await Promise.all([consents, tries, documents])
    const passed = (replies: { status: number }[]) => replies.filter(({ status }) => status !== 429).length
    expect([passed(asked), passed(tried), passed(read)]).toEqual([60, 120, 100])
    expect([await stored(), (await minutes()) - minutesBefore]).toEqual([before, 2])
    await connects()
  })

  it('of slow forms holds little of the memory, and no form of another network waits', async () => {
    const from = freshAddress()
    const fullBefore = await fullNetworks()
    const slow: RawConnection[] = []
    const head = [
      `POST ${tokenPath} HTTP/1.1`,
      `Host: ${new URL(origin).host}`,
      `X-Forwarded-For: ${from}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${formLimitBytes}`,
    ].join('\r\n')
    for (let i = 0; i < 120; i++) {
      const connection = await connectRaw(replicas[0].port)
      connection.send(`${head}\r\n\r\n${'x'.repeat(formLimitBytes - 1)}`)
      slow.push(connection)
    }
    await until('all slow forms to be counted', async () => (await fullNetworks()) === fullBefore + 1)
    expect((await oauth.post({ grant_type: 'x', client_id: 'x' }, { from })).status).toBe(429)
    await connects()
    for (const { socket } of slow) socket.destroy()
  })
})
