import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { type Composed, createComposed } from './compose.ts'
import { docker, healthOf, run } from './engine.ts'
import { newAccount, readmeCalls, type Step, sitesOf } from './system.ts'

const maxImageMb = 600
const name = 'rank-tracker-check-whole'
const volume = name
const image = (tag: string) => `rank-tracker:${tag}`
const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']

type Whole = Awaited<ReturnType<typeof createWhole>>

/** Tests what docs/self-host/one-container.md promises about the one container; removes what it started. Compose's images are those of before. */
export async function runWhole(step: Step): Promise<void> {
  const whole = await createWhole()
  try {
    await step('one container: the image builds', build)
    await step('one container: start', () => started(whole))
    await step('one container: the README’s calls', () => readmeCalls(whole))
    await step('one container: the services are killed', () => killed(whole))
    await step('one container: another tag', () => upgraded(whole))
    const system = await createComposed()
    try {
      await step('one container: into compose, and back', () => moved(whole, system))
    } finally {
      await system.remove()
    }
  } finally {
    await docker('rm', '-f', name).catch(() => {})
    await docker('volume', 'rm', '-f', volume).catch(() => {})
  }
}

/** The one container as docs/self-host/one-container.md starts it, on a volume and a port of its own. */
async function createWhole() {
  const port = await freePort()
  return {
    base: `http://127.0.0.1:${port}`,
    operator: (...args: string[]) => docker('exec', name, 'node', 'packages/local/src/admin.ts', ...args),
    /** Starts the image on the volume, with simulated providers; resolves once the container is healthy. */
    start: async (tag: string) => {
      const places = ['-v', `${volume}:/data`, '-p', `127.0.0.1:${port}:8080`, '-e', 'SANDBOX=on']
      await docker('run', '-d', '--name', name, '--memory', '1g', ...limits, ...places, image(tag))
      await until('the container to be healthy', async () => (await healthOf(name)) === 'healthy', 180_000, 500)
    },
  }
}

async function stop(): Promise<void> {
  await docker('stop', '-t', '30', name)
  await docker('rm', name)
}

async function build(): Promise<string> {
  await run('docker', ['build', '-q', '--target', 'whole', '-t', image('local'), '.'])
  const megabytes = Number(await docker('image', 'inspect', '--format', '{{.Size}}', image('local'))) / 1e6
  if (megabytes > maxImageMb) throw new Error(`${megabytes.toFixed(0)} MB`)
  return `${megabytes.toFixed(0)} MB`
}

async function started({ start }: Whole): Promise<string> {
  await start('local')
  const used = await docker('stats', '--no-stream', '--format', '{{.MemUsage}}', name)
  const user = await docker('exec', name, 'id', '-u')
  if (user === '0') throw new Error('it runs as root')
  return `healthy; ${used} while it makes the demo; user ${user}`
}

async function killed(whole: Whole): Promise<string> {
  const { isAnswered } = await newAccount(whole)
  const find = `for p in /proc/[0-9]*; do grep -q "together/[p]rocess" $p/cmdline && echo \${p#/proc/}; done; true`
  const [pid = ''] = (await docker('exec', name, 'bash', '-c', find)).split('\n')
  await docker('exec', name, 'bash', '-c', `kill -9 ${pid}`)
  const began = performance.now()
  await until('calls to fail', async () => !(await isAnswered()), 10_000, 20)
  await until('calls to be answered', isAnswered, 60_000, 100)
  return `back after ${((performance.now() - began) / 1_000).toFixed(1)} s`
}

async function upgraded(whole: Whole): Promise<string> {
  const account = await newAccount(whole)
  await account.add('kept.example')
  await docker('tag', image('local'), image('next'))
  await stop()
  const began = performance.now()
  await whole.start('next')
  await account.expect('kept.example')
  return `healthy again after ${((performance.now() - began) / 1_000).toFixed(0)} s, the data is there`
}

async function moved(whole: Whole, { base, compose, script, up }: Composed): Promise<string> {
  const account = await newAccount(whole)
  const there = sitesOf(base, account.keys[0])
  await account.add('one.example')
  await compose('--profile', 'operator', 'build', '-q')
  await up()
  await stop()
  await script('deploy/move.sh', {}, 'from', volume, 'confirm')
  await up()
  await there.expect('one.example')
  await there.add('two.example')
  await script('deploy/move.sh', {}, 'to', volume, 'confirm')
  await whole.start('next')
  await account.expect('one.example', 'two.example')
  return 'keys, sites and what was added there are on either side'
}
