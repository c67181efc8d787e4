import { setTimeout as delay } from 'node:timers/promises'
import { createTally, inTurn, startStreams, summaryOf } from '../../harness/calls.ts'
import { createAgents } from '../../harness/customers/agents.ts'
import { createRest } from '../../harness/customers/rest.ts'
import type { Composed } from './compose.ts'
import { metricOf } from './engine.ts'
import { newAccount } from './system.ts'

export type Load = Awaited<ReturnType<typeof startLoad>>

/** Each with as many server keys as an account may have. */
const accounts = 8
const keysEach = 5
/** The wait after an event: long enough for the balancer, the name server and a restart to show their effect. */
const settleMs = 8_000
/** A gateway's socket leads to one replica, drawn by lot, for half a minute: within one look a replica can be unlucky. */
const lookMs = 60_000
const looks = 4
/** A figure of each replica that grows with its work. */
const workOf = {
  gateway: 'gateway_requests_total',
  projects: 'process_cpu_seconds_total',
  mcp: 'process_cpu_seconds_total',
}

/** Calls the public port twelve times a second, one in ten an agent's, each key below its 30 a minute. */
export async function startLoad(system: Composed) {
  const tally = createTally()
  const rest = createRest(system.base, tally)
  const agents = createAgents(system.base, tally)
  const made = await Promise.all(Array.from({ length: accounts }, () => newAccount(system, 'server', keysEach)))
  const servers = made.flatMap(({ customers }) => customers)
  const { customers: lasting } = await newAccount(system, 'lasting', keysEach)
  await agents.addSite(inTurn(lasting, 0))
  const streams = startStreams([
    { everyMs: 90, turn: (nth) => rest.readSites(inTurn(servers, nth)) },
    { everyMs: 800, turn: (nth) => agents.positions(inTurn(lasting, nth)) },
  ])
  return {
    stop: streams.stop,
    /** Makes an event, and waits for its effect; throws where more calls than `allowed` failed meanwhile. */
    async during(happen: () => Promise<unknown>, allowed = 0): Promise<string> {
      const at = Date.now()
      await happen()
      await delay(settleMs)
      await streams.answered()
      const outcome = tally.outcome(at)
      if (outcome.failed > allowed) throw new Error(summaryOf(outcome))
      return summaryOf(outcome)
    },
    /** Waits until the replicas of each service share its work: the least of them has more than a third of the most. */
    async shares(): Promise<void> {
      const before = await worksOf(system)
      for (let look = 1; ; look++) {
        await delay(lookMs)
        const after = await worksOf(system)
        const parts = after.map((all, i) => all.map((figure, j) => figure - (before[i]?.[j] ?? 0)))
        if (parts.every((all) => Math.min(...all) > Math.max(...all) / 3)) return
        if (look === looks) throw new Error(`not shared: ${JSON.stringify({ workOf, parts })}`)
      }
    },
  }
}

/** The work of each replica so far, by service. */
function worksOf({ containersOf }: Composed): Promise<number[][]> {
  const works = Object.entries(workOf).map(async ([service, figure]) =>
    Promise.all((await containersOf(service)).map((one) => metricOf(one, figure))),
  )
  return Promise.all(works)
}
