import http from 'node:http'

// The cheapest possible domain service: it answers one JSON object of a kilobyte.
const row = {
  id: 'x'.repeat(36),
  name: 'Peets',
  domain: 'peets.com',
  tags: [],
  description: null,
  country: 'us',
  language: 'en',
}
const body = Buffer.from(JSON.stringify({ projects: Array.from({ length: 7 }, () => row) }).padEnd(1_024))
const server = http.createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  res.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
