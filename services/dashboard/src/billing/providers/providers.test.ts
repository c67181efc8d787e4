import { ConfigError, readConfig } from '@rts/shared/config'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { describe, expect, it } from 'vitest'
import { configSchema } from '../../config.ts'
import { isLive, readPrices } from '../config.ts'
import { urlsOf } from './midtrans.ts'

const sample = new URL('../../../../../deploy/prices.json', import.meta.url).pathname
const variables = (more: Record<string, string>) => ({
  DATABASE_URL: 'postgresql://x',
  NATS_URL: 'nats://x',
  ...testKeys('dashboard'),
  ...testSecrets,
  PUBLIC_URL: 'https://shop.example',
  PRICES_FILE: sample,
  ...more,
})
const config = (more: Record<string, string>) => readConfig(configSchema, variables(more))
/** Why it does not start. */
function refusal(more: Record<string, string>): string {
  try {
    config(more)
    return 'it starts'
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}
const live = 'Mid-server-0123456789'

describe('checkout does not start', () => {
  it.each([
    [
      { PUBLIC_URL: 'http://shop.example', PAYMENT_PROVIDER: 'midtrans', MIDTRANS_SERVER_KEY: live },
      'MIDTRANS_SERVER_KEY',
    ],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080', MIDTRANS_SERVER_KEY: live }, 'MIDTRANS_SERVER_KEY'],
    [
      { PUBLIC_URL: 'http://shop.example', XENDIT_SECRET_KEY: 'xnd_production_abc', XENDIT_CALLBACK_TOKEN: 't' },
      'XENDIT_SECRET_KEY',
    ],
  ])('over http with a live key, and names PUBLIC_URL and the key: %j', (more, key) => {
    const message = refusal(more)
    expect(message).toContain('PUBLIC_URL')
    expect(message).toContain(key)
    // The variables are named, their values never.
    for (const secret of [live, 'xnd_production_abc']) expect(message).not.toContain(secret)
  })

  it.each([
    [{ PAYMENT_PROVIDER: 'stripe' }, 'PAYMENT_PROVIDER'],
    [{ PAYMENT_PROVIDER: 'midtrans' }, 'MIDTRANS_SERVER_KEY'],
    [{ PAYMENT_PROVIDER: 'xendit', XENDIT_SECRET_KEY: 'xnd_development_x' }, 'XENDIT_CALLBACK_TOKEN'],
    [{ PAYMENT_PROVIDER: 'midtrans', MIDTRANS_SERVER_KEY: 'SB-x', PRICES_FILE: '' }, 'PRICES_FILE'],
  ])('without what the provider needs: %j', (more, variable) => {
    expect(refusal(more)).toContain(variable)
  })

  it('with the sample of prices beside a live key', () => {
    expect(() => readPrices(sample, true)).toThrow('sample')
    expect(readPrices(sample, false).prices.starter).toEqual({ 1: 299_000, 12: 2_990_000 })
  })

  it('with a file of prices that has a bad entry, which it names', () => {
    expect(() => readPrices(new URL('../../../package.json', import.meta.url).pathname, false)).toThrow('prices')
  })
})

describe('a key says where it belongs', () => {
  const urls = (key: string, more = {}) => urlsOf(config({ MIDTRANS_SERVER_KEY: key, ...more }))

  it('live, for tests, or where the operator says', () => {
    expect(urls(live)).toEqual({ snapUrl: 'https://app.midtrans.com', apiUrl: 'https://api.midtrans.com' })
    expect(urls('SB-Mid-server-1').snapUrl).toBe('https://app.sandbox.midtrans.com')
    expect(urls('sandbox', { MIDTRANS_SNAP_URL: 'http://127.0.0.1:1/midtrans/' }).snapUrl).toBe(
      'http://127.0.0.1:1/midtrans',
    )
  })

  it.each([
    ['midtrans', { MIDTRANS_SERVER_KEY: live }, true],
    ['midtrans', { MIDTRANS_SERVER_KEY: 'SB-Mid-server-1' }, false],
    ['xendit', { XENDIT_SECRET_KEY: 'xnd_production_1', XENDIT_CALLBACK_TOKEN: 't' }, true],
    ['xendit', { XENDIT_SECRET_KEY: 'xnd_development_1', XENDIT_CALLBACK_TOKEN: 't' }, false],
  ])('%s %j moves real money: %s', (provider, keys, isReal) => {
    expect(isLive(config({ PAYMENT_PROVIDER: provider, ...keys }))).toBe(isReal)
  })
})
