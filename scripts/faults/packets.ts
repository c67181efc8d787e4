import { spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { type Child, spawnChild } from '@rts/local/process'
import { jobs } from './jobs/jobs.ts'
import { type OwnFault, playOn } from './play.ts'
import type { Seen } from './report.ts'
import { startWorld } from './world.ts'

const lostPart = 0.2
const space = `rts-faults-${process.pid}`
const near = '10.213.77.1'
const far = '10.213.77.2'
const link = `rtsf${process.pid % 100_000}`
const ports = { broker: 4_222, outside: 8_090 } as const

/** The broker, results pages, answers and texts reached over a line that loses packets. */
export const packetFaults: readonly OwnFault[] = [
  { name: `packets: ${lostPart * 100} % lost`, cannot: cannotLose, play: () => withLine(play) },
]

function cannotLose(): string | null {
  if (process.getuid?.() !== 0) return 'a network of its own needs root'
  const missing = ['ip', 'iptables', 'nsenter'].filter((name) => !findProgram(name))
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : null
}

async function play(folder: string): Promise<Seen> {
  const outside = `http://${far}:${ports.outside}`
  const env = {
    AI_ENGINES: 'openai,anthropic,gemini,perplexity',
    SERPAPI_KEY: 'sandbox',
    SERPAPI_BASE_URL: `${outside}/serpapi`,
    WRITER_API_KEY: 'sandbox',
    WRITER_BASE_URL: `${outside}/writer/v1`,
    WRITER_MODEL: 'simulated',
    OPENAI_API_KEY: 'sandbox',
    OPENAI_BASE_URL: `${outside}/openai`,
    OPENAI_MODEL: 'simulated',
  }
  const targets = { broker: 0, outside: 0 }
  const relays = await Promise.all([
    relay(near, ports.broker, () => targets.broker),
    relay(near, ports.outside, () => targets.outside),
  ])
  const farEnd = await startFarEnd(folder)
  try {
    const world = await startWorld({
      env,
      natsUrlOf: ({ url, port }) => {
        targets.broker = port
        return url.replace(`127.0.0.1:${port}`, `${far}:${ports.broker}`)
      },
    })
    targets.outside = Number(new URL(world.connection.sandboxUrl).port)
    const called = jobs.map((job) => ({ job, phase: 'called' as const }))
    try {
      lose()
      return await playOn(world, { jobs: called, harm: async () => performance.now() })
    } finally {
      keep()
      await world.stop()
    }
  } finally {
    await farEnd.stop(2_000)
    for (const stop of relays) stop()
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}
const inSpace = (...args: string[]) => run('ip', 'netns', 'exec', space, ...args)
const rule = (change: '-A' | '-D', chain: string) =>
  inSpace(
    'iptables',
    change,
    chain,
    '-p',
    'tcp',
    '-m',
    'statistic',
    '--mode',
    'random',
    '--probability',
    String(lostPart),
    '-j',
    'DROP',
  )
const lose = () => rule('-A', 'INPUT')
const keep = () => rule('-D', 'INPUT')

async function withLine(work: (folder: string) => Promise<Seen>): Promise<Seen> {
  run('ip', 'netns', 'add', space)
  try {
    run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', `${link}b`, 'netns', space)
    run('ip', 'addr', 'add', `${near}/30`, 'dev', link)
    run('ip', 'link', 'set', link, 'up')
    inSpace('ip', 'addr', 'add', `${far}/30`, 'dev', `${link}b`)
    inSpace('ip', 'link', 'set', `${link}b`, 'up')
    inSpace('ip', 'link', 'set', 'lo', 'up')
    return await work(tmpdir())
  } finally {
    // Its end of the line goes with it.
    run('ip', 'netns', 'del', space)
  }
}

/** Passes connections on to a port of this machine. */
function relay(host: string, port: number, to: () => number): Promise<() => void> {
  const server = createServer((one) => {
    const other = connect(to(), '127.0.0.1')
    for (const [from, into] of [
      [one, other],
      [other, one],
    ] as const)
      from
        .on('error', () => into.destroy())
        .on('close', () => into.destroy())
        .pipe(into)
  })
  return new Promise((resolve) => server.listen(port, host, () => resolve(() => void server.close())))
}

/** The program at the far end, which passes connections back to this one. */
function startFarEnd(folder: string): Promise<Child> {
  const entry = path.join(import.meta.dirname, 'far-end.ts')
  const args = ['netns', 'exec', space, process.execPath, entry, far, near, ...Object.values(ports).map(String)]
  return spawnChild({
    name: 'far end',
    command: 'ip',
    args,
    env: process.env,
    logFile: path.join(folder, `${space}.log`),
  })
}
