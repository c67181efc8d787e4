import { setTimeout as delay } from 'node:timers/promises'
import { agentWith } from '../../tests/support/agent-call.ts'
import { at, restClient } from '../../tests/support/system.ts'
import { newWord } from './jobs/holding.ts'
import { type Series, sample, verdictOf } from './series.ts'
import { startWorld, type World } from './world.ts'

const everyMs = 30_000
const perSecond = 20
const sitesEach = 2
/** Calls of different kinds, one after the other. */
const kinds = 20

/** Runs a modest load for some minutes, and says which series are flat and which grow. Prints a table, and last a line of JSON. */
export async function soak(minutes: number): Promise<boolean> {
  const world = await startWorld()
  try {
    const load = await startSoakLoad(world, accountsFor(minutes))
    const series: Series = new Map()
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await sample(world, series)
      await delay(everyMs)
    }
    const { calls, failed } = await load.stop()
    const rows = [...series].map(([name, values]) => ({ series: name, ...verdictOf(name, values) }))
    console.log(
      `${calls} calls in ${minutes} minutes, ${failed.size === 0 ? 'none failed' : `failed: ${text(failed)}`}\n`,
    )
    console.log('| series | second quarter | last quarter | change | |\n|---|---|---|---|---|')
    for (const { series: name, before, after, change, verdict } of rows)
      console.log(`| ${name} | ${before} | ${after} | ${change} | ${verdict} |`)
    console.log(`\n${JSON.stringify({ bench: 'soak', minutes, calls, failed: Object.fromEntries(failed), rows })}`)
    return rows.every(({ verdict }) => verdict === 'flat')
  } finally {
    await world.stop()
  }
}

/** Each stays below its calls a day, and all make calls of every kind in turn. */
const accountsFor = (minutes: number) => kinds * Math.max(4, Math.ceil(minutes / 15)) + 1

const text = (counts: ReadonlyMap<string, number>) => [...counts].map(([what, n]) => `${what}: ${n}`).join(', ')

/** Twenty calls a second: reads, writes, reads that collect, audits and agents, each key below its 30 a minute. */
async function startSoakLoad(world: World, accounts: number) {
  const seeds = { accounts, keysPerAccount: 1, plan: 'scale' } as const
  const { secrets } = await world.operator.call('keys.seed', { body: seeds })
  const agents = await world.operator.call('keys.seed', { body: { ...seeds, accounts: 6, kind: 'lasting' } })
  const clients = secrets.map((key) => restClient(world.connection.baseUrl, key))
  const tools = agents.secrets.map((key) => agentWith(world.connection.mcpUrl, key))
  const sites: string[][] = []
  for (const rest of clients) {
    const own: string[] = []
    for (let n = 0; n < sitesEach; n++) {
      const { body } = await rest('POST', '/projects', { name: newWord(), domain: 'demo.sandbox.example' })
      own.push(String(at(body, 'project', 'id')))
    }
    sites.push(own)
  }
  const failed = new Map<string, number>()
  const open = new Set<Promise<void>>()
  let calls = 0
  let isOver = false
  const call = async (turn: number): Promise<string> => {
    const who = turn % clients.length
    const rest = clients[who]
    const site = sites[who]?.[turn % sitesEach]
    const kind = turn % kinds
    if (!rest || !site) return 'no client'
    if (kind === 0 || kind === 10) return tools[(turn / 10) % tools.length]?.('account_status').then(() => 'ok') ?? ''
    const answer = await callOf(kind, rest, site)
    return answer.status === 200 ? 'ok' : `${answer.status} ${answer.body.code}`
  }
  const pace = (async () => {
    while (!isOver) {
      const turn = calls++
      const calling = call(turn)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
        .then((result) => {
          if (result !== 'ok') failed.set(result, (failed.get(result) ?? 0) + 1)
        })
        .finally(() => open.delete(calling))
      open.add(calling)
      await delay(1_000 / perSecond)
    }
  })()
  return {
    async stop() {
      isOver = true
      await pace
      await Promise.all(open)
      return { calls, failed }
    },
  }
}

/** A keyword that is added is removed again: rows of customers do not count as growth. */
async function callOf(kind: number, rest: ReturnType<typeof restClient>, site: string) {
  const own = `/projects/${site}`
  switch (kind) {
    case 5:
    case 15: {
      const made = await rest('POST', `${own}/keywords`, { keyword: newWord() })
      return made.status === 200 ? rest('DELETE', `${own}/keywords/${at(made.body, 'keyword', 'id')}`) : made
    }
    case 7:
      return rest('PATCH', own, { description: newWord() })
    case 3:
      return rest('GET', `/keywords/research?q=${newWord()}`)
    case 13:
      return rest('GET', `${own}/issues`)
    default:
      return rest('GET', kind % 2 ? `${own}/keywords` : '/projects')
  }
}
