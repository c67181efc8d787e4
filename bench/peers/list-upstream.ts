import { randomUUID } from 'node:crypto'
import http from 'node:http'

// A domain service that answers a list of keywords of 47 KB, with a tag.
const words = ['moka', 'grinder', 'espresso', 'kettle', 'travel mug', 'filter', 'roast', 'decaf', 'scale', 'tamper']
const word = (i: number) => words[i % words.length]
const keywords = Array.from({ length: 170 }, (_, i) => ({
  id: randomUUID(),
  keyword: `${word(i * 7)} ${word(i * 3 + 1)} ${i}`,
  country: 'us',
  language: 'en',
  device: i % 3 === 0 ? 'mobile' : 'desktop',
  location: null,
  lastCheck: { at: new Date(1.79e12 + i * 61_000).toISOString(), status: 'done', position: (i * 37) % 100 },
  url: `https://coffee.example/guide/${(i * 7_919) % 1_000}`,
}))
const body = Buffer.from(JSON.stringify({ keywords, total: keywords.length, nextCursor: null }))
const headers = { 'content-type': 'application/json', 'content-length': body.length, etag: 'W/"bench"' }
const server = http.createServer((_req, res) => res.writeHead(200, headers).end(body))
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
