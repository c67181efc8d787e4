import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import path from 'node:path'
import { connect } from 'node:tls'
import type { Dial } from '@rts/outside/guarded/connect'
import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageFacts } from '../audit/audit.ts'
import { auditSite } from '../audit/catalogue.ts'
import { crawl } from './crawler.ts'

const fixture = '../../../../packages/outside/src/guarded/testing/fixtures/shop.pem'
const pem = readFileSync(path.join(import.meta.dirname, fixture), 'utf8')
const server = createServer({ key: pem, cert: pem }, (request, response) =>
  request.url === '/'
    ? response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title>')
    : response.writeHead(404).end(),
)
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.closeAllConnections())

function playedFetcher() {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const dial: Dial = ({ servername = '', hostname }, callback) => {
    const socket = connect({ host: '127.0.0.1', port, servername, ca: pem })
    Object.defineProperty(socket, 'remoteAddress', { value: hostname })
    socket.once('error', (error) => callback(error, null)).once('secureConnect', () => callback(null, socket))
  }
  return createGuardedFetcher({ userAgent: 'tests', dial, resolve: async () => ['93.184.216.34'] })
}

it.each([
  [13, ['TLS_CERT_EXPIRING']],
  [29, ['TLS_CERT_RENEWAL']],
  [30, []],
])('the certificate of a site that ends in %i days is found', async (daysLeft, codes) => {
  const fetcher = playedFetcher()
  const saved: PageFacts[] = []
  const crawled = await crawl({
    fetcher,
    domain: 'shop.example.com',
    userAgent: 'tests',
    signal: AbortSignal.timeout(60_000),
    start: 'https://shop.example.com/',
    limit: 5,
    saved: () => saved,
    kept: null,
    isContinued: false,
    reads: () => {},
    perSecond: 1_000,
    connections: 2,
    hasTls: true,
    now: new Date(Date.parse(new X509Certificate(pem).validTo) - (daysLeft + 0.5) * 86_400_000),
    isPaused: async () => false,
    lacksOf: async () => [],
    save: async (page) => {
      saved.push(page)
    },
    endsAt: performance.now() + 60_000,
  })
  await fetcher.close()
  if (!('site' in crawled)) throw new Error('it is not paused')
  const { site } = crawled
  expect(site.probes.certificate?.daysLeft).toBe(daysLeft)
  expect([...(await auditSite(site)).keys()].filter((code) => code.startsWith('TLS'))).toEqual(codes)
})
