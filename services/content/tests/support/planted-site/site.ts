import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Served } from '../crawling.ts'
import { otherFaults, pageFaults } from './faults.ts'
import { harmless } from './harmless.ts'
import { change, host, htmlOf, origin, type Parts } from './page.ts'
import { soundPages } from './places.ts'

/** The pages with all faults, by path. */
function plantedPages(): Map<string, Parts> {
  const pages = soundPages()
  change(pages, harmless)
  change(
    pages,
    pageFaults.map(([, ...each]) => each),
  )
  return pages
}

function servedPage(parts: Parts): Served {
  const html = Buffer.from(htmlOf(parts))
  const headers = { 'content-type': 'text/html; charset=utf-8', ...parts.headers }
  const isPacked = parts.isPacked && html.length > 20_000
  const body = isPacked ? gzipSync(html) : html
  return async (response) => {
    await delay(parts.delayMs)
    response.writeHead(200, isPacked ? { ...headers, 'content-encoding': 'gzip' } : headers).end(body)
  }
}

const redirect =
  (status: number, to: string): Served =>
  (response) =>
    response.writeHead(status, { location: to }).end()
const file =
  (type: string, bytes: number): Served =>
  (response) =>
    response.writeHead(200, { 'content-type': type, 'content-length': bytes }).end(Buffer.alloc(bytes))
const failing =
  (status: number): Served =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<title>No</title>')

const robotsTxt = `User-agent: *
Disallow: /private
This line says nothing
Sitemap: ${origin}/sitemap.xml
Sitemap: ${origin}/sitemap-lost.xml
Sitemap: ${origin}/sitemap-large.xml`

function sitemapOf(urls: readonly string[]): string {
  return `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
}

/** The pages that a sitemap should name: those that are their own canonical ones; and with them one of each fault. */
function listed(pages: ReadonlyMap<string, Parts>): string[] {
  const own = [...pages.values()].filter(({ canonical, path }) => canonical === null || canonical.endsWith(path))
  const faulty = Object.entries(otherFaults).flatMap(([code, at]) => (code.startsWith('SITEMAP_') ? at : []))
  const moved = pageFaults.flatMap(([codes, path]) => (codes.includes('SITEMAP_NON_CANONICAL') ? path : []))
  const paths = [...own.map(({ path }) => path), ...faulty.filter((path) => !path.endsWith('.xml')), ...moved]
  return [...new Set(paths)].filter((path) => path !== '/returns').map((path) => origin + path)
}

/** The site and the one that it links to, by host and path. */
export function plantedSite(): Record<string, Record<string, Served>> {
  const pages = plantedPages()
  const served = Object.fromEntries([...pages].map(([path, parts]) => [path, servedPage(parts)]))
  const site: Record<string, Served> = {
    ...served,
    '/robots.txt': robotsTxt,
    '/sitemap.xml': sitemapOf([...listed(pages), 'https://partner.example/here']),
    '/sitemap-large.xml': sitemapOf(Array.from({ length: 50_001 }, () => `${origin}/`)),
    '/sale': redirect(302, '/about'),
    '/chain-1': redirect(301, '/chain-2'),
    '/chain-2': redirect(301, '/about'),
    '/loop': redirect(301, '/loop'),
    '/moved': redirect(301, '/hangup'),
    '/insecure': redirect(301, `http://${host}/returns`),
    '/old-journal': redirect(301, '/journal/'),
    '/de/moved': redirect(301, '/de/'),
    '/hangup': (response) => void response.destroy(),
    '/broken': failing(500),
    '/no-such-page-1b7f3a9c5e': failing(200),
    '/leaf.png': file('image/png', 2_000),
    '/large-leaf.png': file('image/png', 4_000),
    '/large.png': file('image/png', 600_000),
    '/files/prices.pdf': file('application/octet-stream', 1_000),
  }
  const partner: Record<string, Served> = {
    '/here': failing(200),
    '/old': redirect(301, 'https://partner.example/here'),
  }
  return { [host]: site, [`www.${host}`]: site, 'partner.example': partner }
}

/** Every fault as it should be found: code and address. */
export function plantedFaults(): string[] {
  const ofPages = pageFaults.flatMap(([codes, path]) => codes.split(' ').map((code) => [code, path] as const))
  const others = Object.entries(otherFaults).flatMap(([code, at]) => at.map((path) => [code, path] as const))
  return [...ofPages, ...others]
    .filter(([code]) => code !== '')
    .map(([code, path]) => `${code} ${path.startsWith('/') ? origin + path : path}`)
}

type Found = ReadonlyMap<string, readonly { url: string }[]>

/** How much of what an audit found was planted (precision), and how much of what was planted it found (recall). */
export function comparedWithPlanted(found: Found) {
  const seen = new Set([...found].flatMap(([code, findings]) => findings.map(({ url }) => `${code} ${url}`)))
  const planted = new Set(plantedFaults())
  const right = seen.intersection(planted).size
  return {
    precision: right / seen.size,
    recall: right / planted.size,
    missed: [...planted.difference(seen)],
    wrong: [...seen.difference(planted)],
  }
}
