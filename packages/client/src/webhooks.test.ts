import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { NotVerified, verifyWebhook } from './webhooks.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of this very length').toString('base64')}`
const body = JSON.stringify({ type: 'links.changed', timestamp: '2026-11-24T16:00:00.000Z', data: { won: 1 } })
const now = new Date('2026-11-24T16:00:00.000Z')

/** Headers as a stranger's library signs them. */
function signed(at = now, text = body, by = secret): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('evt_1', at, text),
  }
}
const titled = (letter: string) => letter.toUpperCase()
const aged = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

describe('verifyWebhook', () => {
  it('answers the event of a request that is signed by Standard Webhooks, as text and as bytes', () => {
    expect(verifyWebhook(signed(), body, secret, now)).toEqual(JSON.parse(body))
    expect(verifyWebhook(new Headers(signed()), Buffer.from(body), secret, now)).toEqual(JSON.parse(body))
  })

  it('takes headers as an object with names in any case', () => {
    for (const name of [(each: string) => each.toUpperCase(), (each: string) => each.replace(/\b\w/g, titled)]) {
      const headers = Object.fromEntries(Object.entries(signed()).map(([each, value]) => [name(each), value]))
      expect(verifyWebhook(headers, body, secret, now)).toEqual(JSON.parse(body))
    }
  })

  it('takes any of several signatures', () => {
    const both = `${signed(now, body, other)['webhook-signature']} ${signed()['webhook-signature']}`
    expect(verifyWebhook({ ...signed(), 'webhook-signature': both }, body, secret, now)).toEqual(JSON.parse(body))
  })

  it('takes five minutes of difference, and no more', () => {
    for (const seconds of [299, -299]) verifyWebhook(signed(aged(seconds)), body, secret, now)
    for (const seconds of [302, -302])
      expect(() => verifyWebhook(signed(aged(seconds)), body, secret, now)).toThrow(NotVerified)
  })

  it.each([
    ['another body', signed(), `${body} `],
    ['another secret', signed(now, body, other), body],
    ['another id', { ...signed(), 'webhook-id': 'evt_2' }, body],
    ['another time', { ...signed(), 'webhook-timestamp': String(now.getTime() / 1_000 - 1) }, body],
    ['no signature', { ...signed(), 'webhook-signature': '' }, body],
    ['a version that it does not know', { ...signed(), 'webhook-signature': `v2,${'A'.repeat(43)}=` }, body],
    ['a time that is none', { ...signed(), 'webhook-timestamp': 'now' }, body],
    ['no headers', {}, body],
  ])('refuses %s', (_what, headers, text) => {
    expect(() => verifyWebhook(headers, text, secret, now)).toThrow(NotVerified)
  })

  it('says which secret it wants', () => {
    expect(() => verifyWebhook(signed(), body, 'whsec_', now)).toThrow(TypeError)
  })
})
