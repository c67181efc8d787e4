import { seedKeys } from '../../harness/keys.ts'
import { holding, inRotation } from '../../harness/load.ts'
import type { Parts } from '../../harness/system.ts'
import type { Contender } from './contenders.ts'

const accepts = holding('{')
/** A read of this path, with these headers. */
const read = (path: string, headers = {}) => ({
  method: 'GET',
  path,
  headers: { accept: 'application/json', ...headers },
})

/** A plain proxy of the libraries that our gateway is built on. */
export async function bareProxy(parts: Parts, target: string): Promise<Contender> {
  const env = { TARGET: target, NODE_ENV: 'production' }
  const { port, pid } = await parts.server('bench/peers/bare-proxy.ts', env, '/projects')
  const request = inRotation([read('/projects')])
  return { name: 'bare', port, processes: { proxy: pid }, request, accepts }
}

/** A gateway of the usual packages, with the keys in our gateway's database. */
export async function usualGateway(parts: Parts, target: string, { request }: Contender): Promise<Contender> {
  const { url } = await parts.database('gateway')
  const env = { DATABASE_URL: url, TARGET: target, NODE_ENV: 'production' }
  const { port, pid } = await parts.server('bench/peers/usual-gateway.ts', env, '/ready')
  return { name: 'usual', port, processes: { proxy: pid }, request, accepts }
}

/** Our gateway with 50,000 keys, each of 30 calls a minute: more than any proxy serves here. `more` are further variables of it. */
export async function ourGateway(parts: Parts, target: string, name = 'gateway', more = {}): Promise<Contender> {
  const { url, pool } = await parts.database('gateway')
  const env = { DATABASE_URL: url, PROJECTS_URL: target, DISABLED_SERVICES: 'projects,mcp', ...more }
  const { port, pid } = await parts.service('gateway', env)
  const keys = await seedKeys(pool, { accounts: 10_000, keysPerAccount: 5 })
  const request = inRotation(keys.map(({ secret }) => read('/http/v1/projects', { authorization: `Bearer ${secret}` })))
  return { name, port, processes: { proxy: pid }, request, accepts }
}
