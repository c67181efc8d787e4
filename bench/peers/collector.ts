import http from 'node:http'

// A collector of traces that throws away what it gets, and says how many bytes that was.
let bytes = 0
const server = http.createServer((req, res) => {
  req.on('data', (piece: Buffer) => {
    bytes += piece.length
  })
  req.on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ bytes })))
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
