import { type BuiltService, builtServices, services } from '@rts/shared/contract/services'
import { stringify } from 'yaml'
import { type Container, parseCompose } from './compose-file.ts'
import { isSecret } from './declared.ts'

type Block = Record<string, unknown>

/** The path of the secret with a container's secret variables, one NAME=value a line. */
const secretFile = '/run/secrets/environment'
/** A variable of the deploying shell. */
const variable = (name: string, otherwise: string) => `\${${name}:-${otherwise}}`

/** Files that become configs, because in a swarm a container may start on any node. */
const configs: Record<string, { file: string; target: string; of: readonly string[] }> = {
  haproxy: ofBalancer('haproxy.cfg'),
  balancer: ofBalancer('start.sh'),
  problem400: ofBalancer('400.http'),
  problem408: ofBalancer('408.http'),
  problem431: ofBalancer('431.http'),
  plans: { file: 'plans.json', target: '/etc/rank-tracker/plans.json', of: builtServices },
  prices: { file: 'prices.json', target: '/etc/rank-tracker/prices.json', of: ['dashboard'] },
  postgresStart: { file: 'postgres/start.sh', target: '/usr/local/bin/start-postgres', of: ['postgres'] },
  databases: { file: 'postgres/services.sh', target: '/docker-entrypoint-initdb.d/services.sh', of: ['postgres'] },
  nats: { file: 'nats/nats.conf', target: '/etc/nats/nats.conf', of: ['nats'] },
}

function ofBalancer(name: string) {
  return { file: `lb/${name}`, target: `/usr/local/etc/haproxy/${name}`, of: ['lb'] }
}

/** The settings that only a stack has: replicas, placement and rolling updates. */
const oneByOne = { parallelism: 1, order: 'start-first', failure_action: 'rollback', monitor: '20s' }
const rolling = { update_config: oneByOne, rollback_config: { parallelism: 1, order: 'start-first' } }
const placed: Record<string, Block> = {
  // One balancer on every node, on the node's own port: a virtual address would hide the caller's address.
  lb: { mode: 'global' },
  ...ofServices((name) => ({ replicas: variable(`${name.toUpperCase()}_REPLICAS`, '2'), ...rolling })),
  // Three brokers make a cluster; they find each other by name.
  nats: {
    replicas: variable('NATS_REPLICAS', '1'),
    update_config: { parallelism: 1, order: 'start-first', delay: '5s' },
  },
  // Its volume is on one node. Set no replicas if GATEWAY_DB_HOST and PROJECTS_DB_HOST name your own servers.
  postgres: {
    replicas: variable('POSTGRES_REPLICAS', '1'),
    placement: { constraints: ['node.labels.rank-tracker-data == true'] },
  },
  mail: {},
  operator: { placement: { constraints: ['node.role == manager'] } },
}

const programs: Record<string, (command: string[]) => Block> = {
  ...ofServices((name) => (command) => startOf(name, command.length > 0 ? command : ['node', 'src/main.ts'])),
  // Idles until `docker exec … node --env-file=/run/secrets/environment packages/local/src/operator.ts`.
  operator: () => ({ entrypoint: ['sleep', 'infinity'] }),
  postgres: (command) => ({
    command: [
      'bash',
      '-c',
      `set -a && . ${secretFile} && set +a && exec sh /usr/local/bin/start-postgres ${command.join(' ')}`,
    ],
  }),
}

function withSecrets([node = '', ...args]: string[]): string[] {
  return [node, `--env-file=${secretFile}`, ...args]
}

/** An entry for each service that is built. */
function ofServices<T>(entryOf: (name: BuiltService) => T): Record<string, T> {
  return Object.fromEntries(builtServices.map((name) => [name, entryOf(name)]))
}

/** Each replica migrates its database before it starts: the first one does the work, the others wait for its lock. */
function startOf(name: BuiltService, command: string[]): Block {
  if (!services[name].hasDatabase) return { command: withSecrets(command) }
  const line = (words: string[]) => withSecrets(words).join(' ')
  return { command: ['sh', '-c', `${line(['node', 'src/migrate.ts'])} && exec ${line(command)}`] }
}

/** Derives the stack file from a compose file. Without a block are migration steps, because replicas migrate by themselves, and what watches. */
export function stackOf(composeText: string): string {
  const compose = parseCompose(composeText)
  const names = Object.entries(compose.services).flatMap(([name, { profiles }]) =>
    name.startsWith('migrate-') || profiles.includes('observe') ? [] : [name],
  )
  for (const name of names) if (!placed[name]) throw new Error(`scripts/generate/stack.ts has no settings for ${name}`)
  const stack = {
    version: '3.8',
    services: Object.fromEntries(names.map((name) => [name, serviceOf(name, compose.services[name])])),
    networks: mapped(compose.networks, ({ internal }) => networkOf(internal)),
    volumes: { postgres: {} },
    configs: mapped(configs, ({ file }, name) => ({ file, name: configName(name, file) })),
    secrets: Object.fromEntries(
      names.filter(hasSecrets(compose.services)).map((name) => [name, { external: true, name: secretName(name) }]),
    ),
  }
  const head =
    '# Derived from docker-compose.yml by `npm run generate`; deploy/stack.sh deploys it. Not edited by hand.\n'
  return head + stringify(stack, { lineWidth: 0, aliasDuplicateObjects: false })
}

function mapped<T, U>(record: Record<string, T>, of: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value, name)]))
}

/** Configs and secrets are immutable: new content needs a new name, whose suffix `deploy/stack.sh` exports. */
const configName = (name: string, file: string) =>
  `\${STACK:?}-${name}-\${${file.toUpperCase().replace(/[/.-]/g, '_')}_VERSION:?}`
const secretName = (name: string) => `\${STACK:?}-${name}-\${${name.toUpperCase()}_SECRET:?}`

const hasSecrets = (services: Record<string, Container>) => (name: string) =>
  Object.keys(services[name]?.environment ?? {}).some(isSecret)

function networkOf(internal: boolean | string | undefined): Block {
  return { driver: 'overlay', ...(internal === undefined ? {} : { internal }) }
}

function serviceOf(name: string, given: Container | undefined): Block {
  if (!given) throw new Error(`no ${name} in docker-compose.yml`)
  const { command, environment = {} } = given
  // A stack has no file of certificates.
  const open = Object.fromEntries(
    Object.entries(environment).filter(([variable]) => !isSecret(variable) && variable !== 'NODE_EXTRA_CA_CERTS'),
  )
  const needsSecrets = Object.keys(environment).some(isSecret)
  const needed = Object.entries(configs).filter(([, { of }]) => of.includes(name))
  const blocks: Block = {
    image: given.image,
    user: given.user,
    command,
    ...programs[name]?.(command ?? []),
    read_only: given.read_only,
    cap_drop: given.cap_drop,
    cap_add: given.cap_add,
    networks: given.networks,
    ...(name === 'lb' ? { ports: [{ target: 8080, published: variable('PUBLIC_PORT', '8080'), mode: 'host' }] } : {}),
    environment: open,
    secrets: needsSecrets
      ? [{ source: name, target: name === 'nats' ? '/etc/nats/environment.conf' : secretFile }]
      : [],
    configs: needed.map(([source, { target }]) => ({ source, target })),
    volumes: volumesOf(name, given),
    healthcheck: healthcheckOf(name, given.healthcheck),
    stop_grace_period: given.stop_grace_period,
    logging: given.logging,
    deploy: {
      endpoint_mode: 'dnsrr',
      restart_policy: { condition: 'any', delay: '2s' },
      resources: { limits: { memory: given.mem_limit } },
      ...placed[name],
    },
  }
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(blocks).filter(([, value]) => !isEmpty(value)))
}

/**
 * Swarm ends what is unhealthy: neither a migration, which takes minutes where the database is large, nor a database that is away for two
 * minutes may make it end all replicas.
 */
function healthcheckOf(name: string, given: unknown): unknown {
  const service = builtServices.find((each) => each === name)
  if (!service) return given
  return { ...Object(given), retries: 24, ...(services[service].hasDatabase ? { start_period: '15m' } : {}) }
}

/** A stack ignores the short forms `tmpfs` and `shm_size`. */
function volumesOf(name: string, { read_only, shm_size }: Container): unknown[] {
  const data = name === 'postgres' ? ['postgres:/var/lib/postgresql'] : []
  const scratch = read_only ? [{ type: 'tmpfs', target: '/tmp', tmpfs: { mode: 0o1777 } }] : []
  const shared = shm_size
    ? [{ type: 'tmpfs', target: '/dev/shm', tmpfs: { size: Number.parseInt(shm_size, 10) * 1_048_576 } }]
    : []
  return [...data, ...scratch, ...shared]
}
