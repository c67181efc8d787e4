import { createTally, inTurn, startStreams } from '../../harness/calls.ts'
import { createAgents } from '../../harness/customers/agents.ts'
import { type Customer, createRest, newCustomer } from '../../harness/customers/rest.ts'
import { seedKeys } from '../../harness/keys.ts'
import type { Finding } from './jobs/job.ts'
import type { World } from './world.ts'

/** New accounts on Scale with a key each. */
export async function seedCustomers(world: World, accounts: number, kind: 'server' | 'lasting'): Promise<Customer[]> {
  const keys = await seedKeys(world.pool('gateway'), { accounts, kind })
  return keys.map(({ secret, accountId }) => newCustomer(accountId, secret))
}

/**
 * Eight calls a second by new accounts, each below its 30 a minute: reads, writes that make a site, agents. `stop` waits for their
 * answers and compares what was acknowledged and counted with the databases.
 */
export async function startLoad(world: World) {
  const tally = createTally()
  const servers = await seedCustomers(world, 40, 'server')
  const lasting = await seedCustomers(world, 2, 'lasting')
  const rest = createRest(world.connection.appUrl, tally)
  const agents = createAgents(world.connection.appUrl, tally)
  const streams = startStreams([
    { everyMs: 200, turn: (nth) => rest.readSites(inTurn(servers, nth)) },
    { everyMs: 415, turn: (nth) => rest.addSite(inTurn(servers, nth)) },
    { everyMs: 2_500, turn: (nth) => agents.status(inTurn(lasting, nth)) },
  ])
  return {
    async stop(): Promise<Finding & { failed: string }> {
      await streams.stop()
      const { calls, failed, byText } = tally.outcome()
      const why = Object.entries(byText).map(([text, count]) => `${text}: ${count}`)
      const accounts = servers.map(({ account }) => account)
      const acknowledged = servers.flatMap(({ sites }) => sites.map(({ id }) => id))
      const gone =
        'SELECT id FROM unnest($1::text[]) AS made (id) WHERE NOT EXISTS (SELECT FROM site s WHERE s.id = made.id)'
      const twice = 'SELECT name FROM site WHERE account_id = ANY($1) GROUP BY account_id, name HAVING count(*) > 1'
      const counted = await countsOf(world, servers)
      return {
        failed: failed === 0 ? `0 of ${calls}` : `${failed} of ${calls} (${why.join(', ')})`,
        lost: [
          ...(await world.rows('projects', gone, acknowledged)).map(({ id }) => `the site ${id}`),
          ...counted.lost,
        ],
        doubled: [
          ...(await world.rows('projects', twice, accounts)).map(({ name }) => `the site ${name}`),
          ...counted.doubled,
        ],
      }
    },
  }
}

/** Compares what each account was charged with its calls: at least those that were answered, at most those that were sent. */
async function countsOf({ rows }: World, customers: readonly Customer[]): Promise<Finding> {
  const charged = await rows(
    'gateway',
    `SELECT account_id, sum(charged - given_back)::int AS used, bool_and(charged - given_back <= day_limit) AS fits
     FROM allowance_day WHERE account_id = ANY($1) GROUP BY account_id`,
    customers.map(({ account }) => account),
  )
  const found: Finding = { lost: [], doubled: [] }
  for (const { account, sent, answered } of customers) {
    const { used = 0, fits = true } = charged.find((row) => row.account_id === account) ?? {}
    if (Number(used) > sent) found.doubled.push(`${used} counted of ${sent} calls`)
    if (Number(used) < answered) found.lost.push(`${used} counted of ${answered} answered calls`)
    if (fits === false) found.doubled.push('an allowance above its limit')
  }
  return found
}
