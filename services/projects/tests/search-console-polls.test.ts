import { callerHeader, giveBackHeader, signatureHeader } from '@rts/shared/contract/caller'
import { signerOf } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demo, type GoogleWorld, startGoogleWorld } from './support/google.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld()
})
afterAll(() => world.stop())

it('a poll of a reading that runs costs nothing; the call that started it does', async () => {
  const owner = world.member()
  const site = await owner.key.site(demo)
  await owner.connect()
  await owner.choose(site.id)
  const target = `/projects/${site.id}/google`
  const sign = signerOf('gateway')
  /** As the gateway asks for a server key. */
  const ask = async () => {
    const caller = {
      ...owner.caller,
      kind: 'account',
      role: null,
      aud: 'projects',
      iat: world.now().getTime(),
    } as const
    const signed = sign(caller, { method: 'GET', target, body: Buffer.alloc(0) })
    const headers = { [callerHeader]: signed.caller, [signatureHeader]: signed.signature }
    const answer = await fetch(`${world.url}${target}`, { headers })
    const { status, queries } = Object(await answer.json())
    return { status, rows: queries.length, isFree: answer.headers.get(giveBackHeader) === '1' }
  }
  await world.control('POST', 'fail', { provider: 'search_console', mode: 'timeout' })
  const polls = await Promise.all([ask(), ask(), ask()])
  for (const poll of polls) expect(poll).toMatchObject({ status: 'collecting', rows: 0 })
  expect(polls.map(({ isFree }) => isFree).sort()).toEqual([false, true, true])
  await world.control('POST', 'reset')
  await expect.poll(async () => (await ask()).status).toBe('ready')
  expect(await ask()).toMatchObject({ status: 'ready', isFree: false })
  // A token counts once, however often it is sent.
  expect(new Set(world.collects.taken).size).toBe(1)
})
