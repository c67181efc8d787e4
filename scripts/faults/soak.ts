import { setTimeout as delay } from 'node:timers/promises'
import { createTally, demand, inTurn, startStreams } from '../../harness/calls.ts'
import { createAgents } from '../../harness/customers/agents.ts'
import { createRest } from '../../harness/customers/rest.ts'
import { printTable, publish } from '../../harness/report.ts'
import { at, restClient } from '../../tests/support/system.ts'
import { newWord } from './jobs/job.ts'
import { seedCustomers } from './load.ts'
import { type Series, sample, verdictOf } from './series.ts'
import { startWorld, type World } from './world.ts'

const everyMs = 30_000

/** Runs a modest load for some minutes, and says which series are flat and which grow; that, or a failed call, ends the process with 1. */
export async function soak(minutes: number): Promise<void> {
  const world = await startWorld()
  try {
    const stopLoad = await startLoad(world, minutes)
    const series: Series = new Map()
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await sample(world, series)
      await delay(everyMs)
    }
    const outcome = await stopLoad()
    const rows = [...series].map(([name, values]) => ({ series: name, ...verdictOf(name, values) }))
    printTable(rows)
    publish('soak', { minutes, ...outcome, rows })
    if (outcome.failed > 0 || rows.some(({ verdict }) => verdict === 'growing')) process.exitCode = 1
  } finally {
    await world.stop()
  }
}

/** Twenty calls a second: reads, writes, reads that collect, audits and agents, each key below its 30 a minute and its calls a day. */
async function startLoad(world: World, minutes: number) {
  const { appUrl, baseUrl } = world.connection
  const servers = await seedCustomers(world, 20 * Math.max(4, Math.ceil(minutes / 15)) + 1, 'server')
  const lasting = await seedCustomers(world, 6, 'lasting')
  const tally = createTally()
  const rest = createRest(appUrl, tally)
  const agents = createAgents(appUrl, tally)
  for (const customer of [...servers, ...servers]) await rest.addSite(customer)
  /** A call of the customer whose turn it is, about a site of theirs; it must be answered with a 200. */
  const send = async (nth: number, method: string, target: string, body?: object) => {
    const { key, sites } = inTurn(servers, nth)
    const answer = await restClient(baseUrl, key)(method, target.replace(':site', inTurn(sites, nth).id), body)
    demand(answer.status === 200, `${answer.status} ${answer.body.code}`)
    return answer.body
  }
  const stream = (everyMs: number, name: string, run: (nth: number) => Promise<unknown>) => ({
    everyMs,
    turn: (nth: number) => tally.call('soak', name, () => run(nth)),
  })
  const streams = startStreams([
    { everyMs: 77, turn: (nth) => rest.read(inTurn(servers, nth), nth) },
    { everyMs: 500, turn: (nth) => agents.status(inTurn(lasting, nth)) },
    // A keyword that is added is removed again: rows of customers do not count as growth.
    stream(500, 'keywords', async (nth) => {
      const made = await send(nth, 'POST', '/projects/:site/keywords', { keyword: newWord() })
      await send(nth, 'DELETE', `/projects/:site/keywords/${at(made, 'keyword', 'id')}`)
    }),
    stream(1_000, 'sites.update', (nth) => send(nth, 'PATCH', '/projects/:site', { description: newWord() })),
    stream(1_000, 'research.get', (nth) => send(nth, 'GET', `/keywords/research?q=${newWord()}`)),
    stream(1_000, 'issues.list', (nth) => send(nth, 'GET', '/projects/:site/issues')),
  ])
  return async () => {
    await streams.stop()
    return tally.outcome()
  }
}
