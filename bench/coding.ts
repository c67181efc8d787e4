import { freePort } from '@rts/local/ports'
import { closedLoop } from './lib/load.ts'
import { type Contender, ourGateway } from './lib/proxies.ts'
import { startStack, untilOk } from './lib/stack.ts'
import { cpuMicroseconds, machine, median, printTable, round } from './lib/stats.ts'

const rounds = 5
const connections = 16
const seconds = 3
const warmUpSeconds = 5

/** A client's header line, by the name of the way in which it asks for the same list. */
const ways: Record<string, string> = {
  'as it is': 'X-Nothing: 1',
  gzip: 'Accept-Encoding: gzip',
  br: 'Accept-Encoding: gzip, deflate, br',
  '304': 'If-None-Match: W/"bench"',
}

/**
 * The CPU of a read of 47 KB in the gateway's process, all its threads: as it is, compressed, and unchanged since the last time. The
 * event loop has a part of it: the coder works beside it.
 */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const port = await freePort()
    await stack.node('bench/peers/list-upstream.ts', { PORT: String(port) })
    const target = `http://127.0.0.1:${port}`
    await untilOk(target)
    const gateway = await ourGateway(stack, target)
    const cpu = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]))
    for (const line of Object.values(ways))
      await closedLoop(gateway.port, connections, warmUpSeconds, asking(gateway, line))
    for (let i = 0; i < rounds; i++)
      for (const [way, line] of Object.entries(ways)) {
        const before = cpuMicroseconds(gateway.pid)
        const { requests } = await closedLoop(gateway.port, connections, seconds, asking(gateway, line))
        cpu.get(way)?.push((cpuMicroseconds(gateway.pid) - before) / requests)
      }
    const bytes = await Promise.all(Object.values(ways).map((line) => bytesOf(gateway, line)))
    const rows = [...cpu].map(([way, each], i) => ({
      way,
      'cpu us/request': round(median(each)),
      'bytes on the wire': bytes[i] ?? 0,
    }))
    printTable(rows)
    return { rows, rounds, connections, machine: machine() }
  } finally {
    await stack.stop()
  }
}

function asking({ request }: Contender, line: string): () => Buffer {
  return () => Buffer.from(request().toString('latin1').replace('\r\n\r\n', `\r\n${line}\r\n\r\n`), 'latin1')
}

/** The length of the body as it is sent; 0 for an answer without one. */
async function bytesOf({ port, key = '' }: Contender, line: string): Promise<number> {
  const [name = '', value = ''] = line.split(': ')
  const headers = { 'accept-encoding': 'identity', authorization: `Bearer ${key}`, [name.toLowerCase()]: value }
  const answer = await fetch(`http://127.0.0.1:${port}/http/v1/projects`, { headers })
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length') ?? 0)
}
