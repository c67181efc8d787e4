import { createTally, inTurn, startStreams, summaryOf } from '../../harness/calls.ts'
import { createAgents } from '../../harness/customers/agents.ts'
import { type Customer, createRest, newCustomer } from '../../harness/customers/rest.ts'
import { seedKeys } from '../../harness/keys.ts'
import { type Count, type Finding, foundIn } from './verdict.ts'
import type { World } from './world.ts'

const twice = 'SELECT FROM site WHERE account_id = ANY($1) GROUP BY account_id, name HAVING count(*) > 1'
const aboveLimit = 'SELECT FROM allowance_day WHERE account_id = ANY($1) AND charged - given_back > day_limit'
const charged = `SELECT account_id, sum(charged - given_back)::int AS used FROM allowance_day
  WHERE account_id = ANY($1) GROUP BY account_id`

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
      const accounts = servers.map(({ account }) => account)
      const sites = servers.flatMap((each) => each.sites.map(({ id }) => id))
      const used = new Map((await world.rows('gateway', charged, accounts)).map((row) => [row.account_id, row.used]))
      const found = await foundIn(world, [
        ['acknowledged sites', ['projects', 'SELECT count(*) FROM site WHERE id = ANY($1)', sites], sites.length],
        ['sites that are there twice', ['projects', `SELECT count(*) FROM (${twice}) AS found`, accounts], 0],
        ['allowances above their limit', ['gateway', `SELECT count(*) FROM (${aboveLimit}) AS found`, accounts], 0],
        // At least those that were answered, at most those that were sent.
        ...servers.map(({ account, answered, sent }): Count => {
          return ['counted calls of an account', Number(used.get(account) ?? 0), answered, sent]
        }),
      ])
      return { ...found, failed: summaryOf(tally.outcome()) }
    },
  }
}
