import { gzipSync } from 'node:zlib'
import { type Page, useFetchers, useWeb } from '@rts/outside/guarded/testing/web'
import { describe, expect, it } from 'vitest'
import { readSitemaps } from './site-files.ts'

const megabyte = 1_048_576
const home = 'http://shop.example/'
const url = (i: number | string) => `${home}${i}`
const xml = (root: string, locations: readonly string[]) =>
  `<${root}>${locations.map((each) => `<a><loc>${each}</loc></a>`).join('')}</${root}>`
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const large = gzipSync(Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(40 * megabyte, ' ')]))

const saying =
  (body: string | Buffer): Page =>
  (response) =>
    response.end(body)
const web = useWeb(
  Object.fromEntries([
    ...upTo(60).map((i) => [`/s${i}`, saying(xml('urlset', [url(i)]))]),
    ...upTo(5).map((i) => [`/large${i}`, saying(large)]),
    ...upTo(4).map((i) => [`/deep${i}`, saying(xml('sitemapindex', [url(`deep${i + 1}`)]))]),
    [
      '/index',
      saying(
        xml(
          'sitemapindex',
          upTo(60).map((i) => url(`s${i}`)),
        ),
      ),
    ],
    ['/many', saying(xml('urlset', upTo(30_000).map(url)))],
    [
      '/more',
      saying(
        xml(
          'urlset',
          upTo(30_000).map((i) => url(`more${i}`)),
        ),
      ),
    ],
  ]),
)
const fetchers = useFetchers()

async function read(named: readonly string[], now?: () => number) {
  const fetcher = fetchers({ overrides: new Map([['shop.example', { address: '127.0.0.1', port: web.port() }]]) })
  const host = { fetcher, domain: 'shop.example', userAgent: 'tests', signal: AbortSignal.timeout(60_000) }
  const { sitemaps, listed } = await readSitemaps(host, home, named.map(url), now)
  return { read: sitemaps.map(({ url, isCut }) => [url.slice(home.length), isCut]), listed: listed.size }
}

describe('the sitemaps of a site', () => {
  it('are cut after 100 MB of them all, unpacked', async () => {
    expect((await read(upTo(5).map((i) => `large${i}`))).read).toEqual([
      ['large0', false],
      ['large1', false],
      ['large2', true],
    ])
  })

  it('are fifty, whether robots.txt or an index names more', async () => {
    const named = await read(upTo(60).map((i) => `s${i}`))
    expect([named.read.length, named.listed]).toEqual([50, 50])
    const indexed = await read(['index'])
    expect([indexed.read.length, indexed.listed]).toEqual([50, 49])
  })

  it('list 50,000 addresses', async () => {
    expect(await read(['many', 'more', 's1'])).toEqual({
      read: [
        ['many', false],
        ['more', false],
      ],
      listed: 50_000,
    })
  })

  it('name others two levels deep', async () => {
    expect((await read(['deep0'])).read.map(([name]) => name)).toEqual(['deep0', 'deep1', 'deep2'])
  })

  it('are left after a minute', async () => {
    const now = () => web.requests().length * 25_000
    expect(
      (
        await read(
          upTo(9).map((i) => `s${i}`),
          now,
        )
      ).read.map(([name]) => name),
    ).toEqual(['s0', 's1', 's2'])
  })
})
