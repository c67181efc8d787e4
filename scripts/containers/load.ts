import { setTimeout as delay } from 'node:timers/promises'
import { createTally, inTurn, startStreams, summaryOf } from '../../harness/calls.ts'
import { createAgents } from '../../harness/customers/agents.ts'
import { createRest, newCustomer } from '../../harness/customers/rest.ts'
import { metricOf, run } from './engine.ts'
import { newAccount, type System } from './system.ts'

export type Load = Awaited<ReturnType<typeof startLoad>>
type Replicas = { balancer: string; gateways: number; replicas: Record<string, string[]> }

/** Each with as many server keys as an account may have. */
const accounts = 8
const keysEach = 5
/** The wait after an event: long enough for the balancer, the name server and a restart to show their effect. */
const settleMs = 8_000
/** A gateway's socket leads to one replica, drawn by lot, for half a minute: within one look a replica can be unlucky. */
const lookMs = 60_000
const looks = 4

/** Calls the public port twelve times a second, one in ten an agent's, each key below its 30 a minute. */
export async function startLoad(system: System) {
  const tally = createTally()
  const rest = createRest(system.base, tally)
  const agents = createAgents(system.base, tally)
  const made = await Promise.all(Array.from({ length: accounts }, () => newAccount(system, 'server', keysEach)))
  const servers = made.flatMap(({ id, keys }) => keys.map((key) => newCustomer(id, key)))
  const { id, keys } = await newAccount(system, 'lasting', keysEach)
  const lasting = keys.map((key) => newCustomer(id, key))
  await agents.addSite(inTurn(lasting, 0))
  const streams = startStreams([
    { everyMs: 90, turn: (nth) => rest.readSites(inTurn(servers, nth)) },
    { everyMs: 800, turn: (nth) => agents.positions(inTurn(lasting, nth)) },
  ])
  /** The outcome of the calls since a moment, once all of them are answered. */
  const since = async (at: number) => {
    await streams.answered()
    return tally.outcome(at)
  }
  return {
    stop: streams.stop,
    /** Makes an event, and waits for its effect; throws where more calls than `allowed` failed meanwhile. */
    async during(happen: () => Promise<unknown>, allowed = 0): Promise<string> {
      const at = Date.now()
      await happen()
      await delay(settleMs)
      const outcome = await since(at)
      if (outcome.failed > allowed) throw new Error(summaryOf(outcome))
      return summaryOf(outcome)
    },
    /** Waits until the traffic is even: requests per gateway from the balancer's log, work per replica from its CPU time. */
    async shares({ balancer, gateways, replicas }: Replicas): Promise<string> {
      const at = new Date()
      const before = await cpuOf(replicas)
      for (let look = 1; ; look++) {
        await delay(lookMs)
        const outcome = await since(at.getTime())
        const after = await cpuOf(replicas)
        const requests = await requestsPerGateway(balancer, at.toISOString())
        const work = Object.keys(replicas).map((service, i) => {
          const spent = (after[i] ?? []).map((seconds, j) => seconds - (before[i]?.[j] ?? 0))
          return { service, spent }
        })
        const cpu = work.map(
          ({ service, spent }) => `${service} ${spent.map((s) => s.toFixed(2)).join(' / ')} s of CPU`,
        )
        const line = `gateways ${requests.join(' / ')} requests; ${cpu.join('; ')}; ${summaryOf(outcome)}`
        const allEven = requests.length === gateways && isEven(requests) && work.every(({ spent }) => isEven(spent))
        if (outcome.failed > 0 || (look === looks && !allEven)) throw new Error(line)
        if (allEven) return line
      }
    },
  }
}

function cpuOf(replicas: Replicas['replicas']): Promise<number[][]> {
  const seconds = (all: string[]) => Promise.all(all.map((one) => metricOf(one, 'process_cpu_seconds_total')))
  return Promise.all(Object.values(replicas).map(seconds))
}

async function requestsPerGateway(balancer: string, since: string): Promise<number[]> {
  const log = (await run('docker', ['logs', '--since', since, balancer])).toString()
  const lines = [...log.matchAll(/"status":200,.*"gateway":"([\d.]+)"/g)]
  return [...Map.groupBy(lines, ([, gateway]) => gateway).values()].map(({ length }) => length)
}

const isEven = (parts: number[]): boolean => parts.length > 0 && Math.min(...parts) > Math.max(...parts) / 3
