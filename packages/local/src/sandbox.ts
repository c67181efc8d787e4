import http from 'node:http'
import process from 'node:process'
import { pipeline } from 'node:stream'
import { startSandbox } from '@rts/sandbox/start'

// The sandbox in a container. It listens on loopback alone, so this opens it to the network that it shares with `projects`.
const sandbox = await startSandbox({ clock: () => new Date() })
const { host } = new URL(sandbox.url)

const door = http.createServer((req, res) => {
  const asked = http.request(`${sandbox.url}${req.url}`, { method: req.method, headers: { ...req.headers, host } })
  asked.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, res, () => {})
  })
  asked.on('error', () => res.destroy())
  pipeline(req, asked, () => {})
})
door.listen(8090, '0.0.0.0')
process.once('SIGTERM', () => process.exit(0))
