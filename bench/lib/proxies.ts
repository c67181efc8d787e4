import { freePort } from '@rts/local/ports'
import { seedKeys } from '../../harness/keys.ts'
import { holding, inRotation, requestOf, type Target } from '../../harness/load.ts'
import { type Parts, untilOk } from '../../harness/system.ts'

/** A proxy in front of the same service, and what it is asked. */
export type Contender = Target & { name: string; pid: number }
/** Our gateway; `requestWith` asks the same with a further header. */
export type Gateway = Contender & {
  adminUrl: string
  key: string
  requestWith(name: string, value: string): () => Buffer
}

const seeded = { accounts: 10_000, keysPerAccount: 5 } as const
const ours = '/http/v1/projects'
const accepts = holding('{')

/** A plain proxy of the libraries that our gateway is built on. */
export async function bareProxy(parts: Parts, target: string): Promise<Contender> {
  const env = { TARGET: target, NODE_ENV: 'production' }
  const proxy = await parts.server('bench/peers/bare-proxy.ts', env, '/projects')
  return {
    ...proxy,
    name: 'bare',
    accepts,
    request: inRotation([requestOf('GET', '/projects', { Accept: 'application/json' })]),
  }
}

/** A gateway of the usual packages, with the keys in our gateway's database. */
export async function usualGateway(parts: Parts, target: string, { request, key }: Gateway): Promise<Contender> {
  const port = await freePort()
  const { url } = await parts.database('gateway')
  const env = { PORT: String(port), DATABASE_URL: url, TARGET: target, NODE_ENV: 'production' }
  const { pid } = await parts.node('bench/peers/usual-gateway.ts', env)
  await untilOk(`http://127.0.0.1:${port}${ours}`, { authorization: `Bearer ${key}` })
  return { name: 'usual', port, pid, request, accepts }
}

/** Our gateway with 50,000 keys, each of 30 calls a minute: more than any proxy serves here. `more` are further variables of it. */
export async function ourGateway(parts: Parts, target: string, name = 'gateway', more = {}): Promise<Gateway> {
  const { url, pool } = await parts.database('gateway')
  const env = { DATABASE_URL: url, PROJECTS_URL: target, DISABLED_SERVICES: 'projects,mcp', ...more }
  const { port, pid, adminPort } = await parts.service('gateway', env)
  const keys = await seedKeys(pool, seeded)
  const [{ secret: key } = { secret: '' }] = keys
  await untilOk(`http://127.0.0.1:${port}${ours}`, { authorization: `Bearer ${key}` })
  const requestWith = (header: string, value: string) =>
    inRotation(keys.map(({ secret }) => requestOf('GET', ours, { Authorization: `Bearer ${secret}`, [header]: value })))
  const request = requestWith('Accept', 'application/json')
  return { name, port, pid, adminUrl: `http://127.0.0.1:${adminPort}`, key, request, requestWith, accepts }
}
