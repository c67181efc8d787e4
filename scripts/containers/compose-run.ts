import { builtServices } from '@rts/shared/contract/services'
import { type Composed, createComposed } from './compose.ts'
import { docker } from './engine.ts'
import { type Load, startLoad } from './load.ts'
import { agentRegisters, newAccount, readmeCalls, type Step } from './system.ts'

const scaled = ['gateway=3', 'projects=2', 'mcp=2'].flatMap((scale) => ['--scale', scale])

/** Tests everything that docs/self-host promises about compose; removes what it started. */
export async function runCompose(step: Step): Promise<void> {
  const system = await createComposed()
  const { compose, up } = system
  try {
    await step('images build', () => compose('--profile', 'operator', 'build', '-q').then(() => 'all images'))
    await step('start', () => up().then(() => 'healthy, the public port answers'))
    await step('the README’s calls', () => readmeCalls(system))
    await step('an agent’s registration', () => agentRegisters(system))
    await step('3 gateways, 2 projects, 2 mcp', () => up('--no-recreate', ...scaled).then(() => 'healthy'))
    const load = await startLoad(system)
    await underLoad(step, system, load)
    await load.stop()
    await step('back-up and restore', () => backUpAndRestore(system))
    await step('down and up', () => downAndUp(system))
  } finally {
    await system.remove()
  }
}

async function underLoad(step: Step, system: Composed, load: Load): Promise<void> {
  const { compose, containersOf, healthy, script, up } = system
  const event = (name: string, happen: () => Promise<unknown>, allowed = 0) =>
    step(name, () => load.during(happen, allowed))
  await event('traffic of the replicas', load.shares)
  for (const service of builtServices) {
    const [one = ''] = await containersOf(service)
    const start = () => docker('start', one).then(() => healthy(service))
    await event(`${service}: one stops`, () => docker('stop', '-t', '40', one))
    await event(`${service}: it starts`, start)
    // A killed program loses the requests that it was answering: at most one per connection.
    await event(`${service}: one is killed, and starts`, () => docker('kill', one).then(start), 2)
  }
  await event('one gateway more', () => up('--no-recreate', '--scale', 'gateway=4', ...scaled.slice(2)))
  // The same images by the tag of another release.
  await event('deploy/upgrade.sh', async () => {
    for (const name of builtServices) await docker('tag', `rank-tracker-${name}:local`, `rank-tracker-${name}:next`)
    await script('deploy/upgrade.sh', { IMAGE_TAG: 'next' })
    await healthy()
  })
  for (const server of ['postgres', 'nats']) {
    await event(`${server} restarts`, () => compose('restart', server), Number.POSITIVE_INFINITY)
    await event('after it', () => healthy())
  }
}

async function backUpAndRestore(system: Composed): Promise<string> {
  const { folder, script, up } = system
  const account = await newAccount(system)
  await account.add('before.com')
  const said = await script('deploy/backup.sh', {}, `${folder}/backups`)
  const [, made = '', size] = /^(\S+): (\S+)$/m.exec(said) ?? []
  await account.add('later.com')
  await script('deploy/restore-dumps.sh', {}, made, 'confirm')
  await up()
  await account.expect('before.com')
  await account.add('again.com')
  return `${size}; data from before it is back, later data is not, and writes work`
}

async function downAndUp(system: Composed): Promise<string> {
  const account = await newAccount(system)
  await account.add('kept.com')
  await system.compose('down')
  await system.up()
  await account.expect('kept.com')
  return 'the data is still there'
}
