import { until } from '@rts/local/testing/until'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { z } from 'zod'
import { agentRegisters, keysForLoad, newKey, readmeCalls, rest } from './calls.ts'
import { type Composed, createComposed } from './compose.ts'
import { docker } from './engine.ts'
import { type Load, startLoad, summaryOf } from './load.ts'
import type { Report } from './report.ts'
import { shares } from './shares.ts'

const scaled = ['gateway=3', 'projects=2', 'mcp=2'].flatMap((scale) => ['--scale', scale])
/** The wait after an event: long enough for the balancer, the name server and a restart to show their effect. */
const settleMs = 8_000

/** Tests everything that docs/operations.md promises about compose; removes what it started. */
export async function runCompose(report: Report, program: string[]): Promise<void> {
  const system = await createComposed(program)
  const { compose, healthy } = system
  try {
    await report.step('images build', () =>
      compose('--profile', 'operator', 'build', '-q').then(() => [...builtServices, 'operator'].join(', ')),
    )
    await report.step('start', () =>
      compose('up', '-d')
        .then(() => healthy(...builtServices))
        .then(() => 'healthy, the public port answers'),
    )
    await report.step('the README’s calls', () => readmeCalls(system))
    await report.step('an agent’s registration', () => agentRegisters(system))
    await report.step('rights', () => rights(system))
    await report.step('3 gateways, 2 projects, 2 mcp', () =>
      compose('up', '-d', '--no-recreate', ...scaled)
        .then(() => healthy(...builtServices))
        .then(() => 'healthy'),
    )
    const load = startLoad(system.base, await keysForLoad(system))
    await underLoad(report, system, load)
    load.stop()
    await report.step('back-up and restore', () => backUpAndRestore(system))
    await report.step('down and up', () => downAndUp(system))
  } finally {
    await system.remove()
  }
}

async function rights({ compose }: Composed): Promise<string> {
  const all = (await compose('ps', '-q')).split('\n').filter(Boolean)
  const users = await Promise.all(all.map(userOf))
  const running = users.filter((user) => user !== undefined)
  if (running.includes('0')) throw new Error(`a program runs as root: ${running.join(', ')}`)
  return `${running.length} containers, whose programs run as users ${[...new Set(running)].join(', ')}`
}

/** The user of a container's program, not of its health probe; undefined if it has ended. */
async function userOf(container: string): Promise<string | undefined> {
  const pid = await docker('inspect', '--format', '{{.State.Pid}}', container)
  if (pid === '0') return undefined
  const rows = (await docker('top', container, '-eo', 'pid,uid')).split('\n').map((line) => line.trim().split(/\s+/))
  return rows.find(([one]) => one === pid)?.[1]
}

async function underLoad(report: Report, system: Composed, load: Load): Promise<void> {
  const { compose, containersOf, healthy } = system
  const nth = async (service: string, index: number) => (await containersOf(service))[index] ?? ''
  const replicas = async () => ({ projects: await containersOf('projects'), mcp: await containersOf('mcp') })
  await report.step('traffic of the replicas', async () =>
    shares(load, { balancer: await nth('lb', 0), gateways: 3, replicas: await replicas() }),
  )
  /** An event under load; at most `allowed` requests may fail. */
  const event = (name: string, allowed: number, happen: () => Promise<unknown>) =>
    report.step(name, async () => {
      const mark = load.mark()
      await happen()
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      const outcome = await load.since(mark)
      if (outcome.failed > allowed) throw new Error(summaryOf(outcome))
      return summaryOf(outcome)
    })
  for (const service of builtServices) {
    const one = await nth(service, 0)
    await event(`${service}: one stops`, 0, () => docker('stop', '-t', '40', one))
    await event(`${service}: it starts`, 0, () => docker('start', one).then(() => healthy(service)))
    // A killed program loses the requests that it was answering: at most one per connection.
    await event(`${service}: one is killed, and starts`, 2, () =>
      docker('kill', one)
        .then(() => docker('start', one))
        .then(() => healthy(service)),
    )
  }
  await event('one gateway more', 0, () =>
    compose('up', '-d', '--no-recreate', '--scale', 'gateway=4', ...scaled.slice(2)).then(() => healthy('gateway')),
  )
  await event('deploy/upgrade.sh', 0, () => upgrade(system))
  await event('Postgres restarts', Number.POSITIVE_INFINITY, () => compose('restart', 'postgres'))
  await event('after it', 0, () => healthy(...databaseServices))
  await event('NATS restarts', Number.POSITIVE_INFINITY, () => compose('restart', 'nats'))
  await event('after it', 0, () => healthy(...builtServices))
}

/** The same images by the tag of another release. */
async function upgrade({ script, healthy }: Composed): Promise<void> {
  for (const name of builtServices) await docker('tag', `rank-tracker-${name}:local`, `rank-tracker-${name}:next`)
  await script('deploy/upgrade.sh', { IMAGE_TAG: 'next' })
  await healthy(...builtServices)
}

const sites = z.object({ projects: z.array(z.object({ domain: z.string() })) })

async function backUpAndRestore(system: Composed): Promise<string> {
  const { base, compose, database, healthy } = system
  const { key } = await newKey(system)
  const domains = async () => (await rest(base, key, sites, '/projects')).projects.map(({ domain }) => domain).join()
  const add = (domain: string) => rest(base, key, z.unknown(), '/projects', { name: domain, domain })
  await add('before.com')
  const dumps = new Map<string, Buffer>()
  for (const name of databaseServices) dumps.set(name, await database(['pg_dump', '-U', 'postgres', '-Fc', name]))
  await add('after.com')
  await compose('stop', 'lb', ...builtServices)
  for (const [, dump] of dumps)
    await database(
      ['pg_restore', '-U', 'postgres', '--clean', '--if-exists', '--create', '--exit-on-error', '-d', 'postgres'],
      dump,
    )
  await compose('up', '-d')
  await healthy(...builtServices)
  const restored = await until('the sites', () => domains().catch(() => undefined), 20_000, 1_000)
  if (restored !== 'before.com') throw new Error(`sites after the restore: ${restored}`)
  await add('again.com')
  return `${[...dumps].map(([name, dump]) => `${name} ${(dump.length / 1_024).toFixed(0)} KB`).join(', ')}; data from before the dump is back, later data is not, and writes work`
}

async function downAndUp(system: Composed): Promise<string> {
  const { base, compose, healthy } = system
  const { key } = await newKey(system)
  await rest(base, key, z.unknown(), '/projects', { name: 'kept', domain: 'kept.com' })
  await compose('down')
  await compose('up', '-d')
  await healthy(...builtServices)
  const { projects } = await rest(base, key, sites, '/projects')
  if (projects.length !== 1) throw new Error(`${projects.length} sites after it`)
  return 'the data is still there'
}
