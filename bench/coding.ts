import { closedLoop, type Target } from '../harness/load.ts'
import { cpuMicroseconds, inTurns, median, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { ourGateway } from './lib/proxies.ts'

const pace = { connections: 16, seconds: 3 }
const warmUp = { ...pace, seconds: 5 }
const rounds = 5

/** How a client asks for the same list: a header, the status of the answer, and its coding. */
const ways = [
  { name: 'as it is', header: ['X-Nothing', '1'], status: 200, coding: undefined },
  { name: 'gzip', header: ['Accept-Encoding', 'gzip'], status: 200, coding: 'gzip' },
  { name: 'br', header: ['Accept-Encoding', 'gzip, deflate, br'], status: 200, coding: 'br' },
  { name: '304', header: ['If-None-Match', 'W/"bench"'], status: 304, coding: undefined },
] as const

/**
 * The CPU of a read of 47 KB in the gateway's process, all its threads: as it is, compressed, and unchanged since the last time. The
 * event loop has a part of it: the coder works beside it.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const upstream = await parts.server('bench/peers/list-upstream.ts')
    const gateway = await ourGateway(parts, `http://127.0.0.1:${upstream.port}`)
    const bytes = new Map<string, number>()
    const targets = ways.map(({ name, header: [header, value], status, coding }) => {
      const accepts: Target['accepts'] = ({ head, body, ...answer }) => {
        bytes.set(name, body.length)
        return answer.status === status && /^content-encoding: (\w+)/im.exec(head)?.[1] === coding
      }
      return { ...gateway, name, request: gateway.requestWith(header, value), accepts }
    })
    for (const target of targets) await closedLoop(target, warmUp)
    const taken = await inTurns(targets, rounds, async (target) => {
      const before = cpuMicroseconds(gateway.pid)
      const { requests, unexpected, example } = await closedLoop(target, pace)
      if (unexpected > 0) throw new Error(`${target.name}: ${unexpected} unexpected answers, first ${example}`)
      return (cpuMicroseconds(gateway.pid) - before) / requests
    })
    const rows = [...taken].map(([way, cpu]) => ({
      way,
      'cpu us/request': round(median(cpu)),
      'bytes on the wire': bytes.get(way) ?? 0,
    }))
    printTable(rows)
    return { rows, rounds, ...pace }
  })
}
