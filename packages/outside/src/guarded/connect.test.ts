import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildConnector } from 'undici'
import { expect, it } from 'vitest'
import type { Dial } from './connect.ts'
import { outcome, useFetchers, useWeb } from './testing/web.ts'

const pem = readFileSync(path.join(import.meta.dirname, 'testing/fixtures/shop.pem'), 'utf8')
const secret = useWeb({ '/': (response) => response.end('SECRET') })
const shop = useWeb({ '/': (response) => response.end('shop') }, { key: pem, cert: pem })
const fetcherWith = useFetchers()
const publicAddress = '93.184.216.34'

/** Answers each look-up with the next list, then repeats the last. */
function answering(...answers: string[][]) {
  let asked = 0
  return async () => answers[Math.min(asked++, answers.length - 1)] ?? []
}

/** Public addresses all lead to `port` here; it remembers them. */
function playedNetwork(port: number, options: { ca?: string; tellsTruth?: boolean } = {}) {
  const dialled: string[] = []
  const connect = buildConnector({ allowH2: false, ...(options.ca ? { ca: options.ca } : {}) })
  const dial: Dial = (target, callback) => {
    dialled.push(target.hostname)
    connect({ ...target, hostname: '127.0.0.1', port: String(port) }, (error, socket) => {
      if (error) return callback(error, null)
      if (!options.tellsTruth) Object.defineProperty(socket, 'remoteAddress', { value: target.hostname })
      callback(null, socket)
    })
  }
  return { dial, dialled }
}

it.each([
  ['a private address', [['127.0.0.1']]],
  ['one private address among public ones', [[publicAddress, '127.0.0.1']]],
  ['a private address behind a public one of the other family', [['2606:4700::1111', '10.0.0.1']]],
  ['a mapped address', [['::ffff:127.0.0.1']]],
  ['a public address first and a private one at every later look-up', [['192.0.2.10'], ['127.0.0.1']]],
  ['something that is no address', [['localhost']]],
  ['nothing', [[]]],
])('74, 75: a name with %s is never connected to', async (_what, answers) => {
  const { dial, dialled } = playedNetwork(secret.port())
  const fetcher = fetcherWith({ resolve: answering(...answers), dial })
  for (let i = 0; i < 3; i++) expect(await outcome(fetcher, 'http://rebind.example.com/')).toBe('not_public')
  expect([dialled, secret.requests()]).toEqual([[], []])
})

it('with the real network too, nothing reaches the private server', async () => {
  const fetcher = fetcherWith({ resolve: answering(['127.0.0.1']), ports: new Set([80, secret.port()]) })
  expect(await outcome(fetcher, `http://rebind.example.com:${secret.port()}/`)).toBe('not_public')
  expect(secret.connections()).toBe(0)
})

it('the address that was checked is dialled, and no second look-up is made', async () => {
  const { dial, dialled } = playedNetwork(secret.port())
  const fetcher = fetcherWith({ resolve: answering([publicAddress], ['127.0.0.1']), dial })
  expect(await outcome(fetcher, 'http://rebind.example.com/')).toBe('200 SECRET')
  expect(dialled).toEqual([publicAddress])
})

it('a socket that ends elsewhere than it was dialled is closed before anything is sent', async () => {
  const { dial } = playedNetwork(secret.port(), { tellsTruth: true })
  const fetcher = fetcherWith({ resolve: answering([publicAddress]), dial })
  expect(await outcome(fetcher, 'http://shop.example.com/')).toBe('not_public')
  expect(secret.requests()).toEqual([])
})

it('an unknown name and one with a private address get the same error', async () => {
  const fails = fetcherWith({
    resolve: () => Promise.reject(new Error('getaddrinfo ENOTFOUND db.internal.example.com')),
  })
  expect(await outcome(fails, 'http://db.internal.example.com/')).toBe('not_public')
})

it('TLS goes by the name although an address is dialled: the right name passes, another fails, an unknown issuer too', async () => {
  const resolve = answering([publicAddress])
  const known = fetcherWith({ resolve, dial: playedNetwork(shop.port(), { ca: pem }).dial })
  expect(await outcome(known, 'https://shop.example.com/')).toBe('200 shop')
  expect(await outcome(known, 'https://bank.example.com/')).toBe('tls')
  const unknown = fetcherWith({ resolve, dial: playedNetwork(shop.port()).dial })
  expect(await outcome(unknown, 'https://shop.example.com/')).toBe('tls')
})

it('a certificate is read of the name alone, from a public address, and only where it is valid', async () => {
  const resolve = answering([publicAddress])
  const { dial, dialled } = playedNetwork(shop.port(), { ca: pem })
  const fetcher = fetcherWith({ resolve, dial })
  const { validFrom, validTo } = new X509Certificate(pem)
  const expected = { from: new Date(validFrom), to: new Date(validTo) }
  expect(await fetcher.certificate('shop.example.com')).toEqual(expected)
  // Also on a resumed session.
  expect(await fetcher.certificate('shop.example.com')).toEqual(expected)
  expect(await fetcher.certificate('bank.example.com')).toBe(null)
  const inside = fetcherWith({ resolve: answering(['10.0.0.1']), dial })
  dialled.length = 0
  expect([await inside.certificate('shop.example.com'), dialled]).toEqual([null, []])
})

it('an override is for its name alone: the address and other names of the same server stay refused', async () => {
  const overrides = new Map([['demo.sandbox.example', { address: '127.0.0.1', port: secret.port() }]])
  const fetcher = fetcherWith({ overrides, resolve: answering([]), ports: new Set([80, 443, secret.port()]) })
  expect(await outcome(fetcher, 'http://demo.sandbox.example/')).toBe('200 SECRET')
  expect(await outcome(fetcher, 'https://demo.sandbox.example./')).toBe('200 SECRET')
  expect(await outcome(fetcher, `http://127.0.0.1:${secret.port()}/`)).toBe('bad_url')
  expect(await outcome(fetcher, 'http://other.sandbox.example/')).toBe('not_public')
})
