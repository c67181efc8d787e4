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
    const load = await startSoakLoad(world, minutes)
    const series: Series = new Map()
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await sample(world, series)
      await delay(everyMs)
    }
    const outcome = await load.stop()
    const rows = [...series].map(([name, values]) => ({ series: name, ...verdictOf(name, values) }))
    printTable(rows)
    publish('soak', { minutes, ...outcome, rows })
    if (rows.some(({ verdict }) => verdict === 'growing')) process.exitCode = 1
  } finally {
    await world.stop()
  }
}

/** Twenty calls a second: reads, writes, reads that collect, audits and agents, each key below its 30 a minute and its calls a day. */
async function startSoakLoad(world: World, minutes: number) {
  const { appUrl, baseUrl } = world.connection
  const servers = await seedCustomers(world, 20 * Math.max(4, Math.ceil(minutes / 15)) + 1, 'server')
  const lasting = await seedCustomers(world, 6, 'lasting')
  const tally = createTally()
  const rest = createRest(appUrl, tally)
  const agents = createAgents(appUrl, tally)
  for (const customer of [...servers, ...servers]) await rest.addSite(customer)
  /** Calls of the site of a customer; each must be answered with a 200. */
  const calls = (nth: number) => {
    const { key, sites } = inTurn(servers, nth)
    const send = restClient(baseUrl, key)
    return async (method: string, target: string, body?: object) => {
      const answer = await send(method, target.replace(':site', inTurn(sites, nth).id), body)
      demand(answer.status === 200, `${answer.status} ${answer.body.code}`)
      return answer.body
    }
  }
  const stream = (everyMs: number, name: string, run: (send: ReturnType<typeof calls>) => Promise<unknown>) => ({
    everyMs,
    turn: (nth: number) => tally.call('soak', name, async () => void (await run(calls(nth)))),
  })
  const streams = startStreams([
    { everyMs: 77, turn: (nth) => rest.read(inTurn(servers, nth), nth) },
    { everyMs: 500, turn: (nth) => agents.status(inTurn(lasting, nth)) },
    // A keyword that is added is removed again: rows of customers do not count as growth.
    stream(500, 'keywords', async (send) => {
      const made = await send('POST', '/projects/:site/keywords', { keyword: newWord() })
      await send('DELETE', `/projects/:site/keywords/${at(made, 'keyword', 'id')}`)
    }),
    stream(1_000, 'sites.update', (send) => send('PATCH', '/projects/:site', { description: newWord() })),
    stream(1_000, 'research.get', (send) => send('GET', `/keywords/research?q=${newWord()}`)),
    stream(1_000, 'issues.list', (send) => send('GET', '/projects/:site/issues')),
  ])
  return {
    async stop() {
      await streams.stop()
      return tally.outcome()
    },
  }
}
