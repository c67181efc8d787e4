import { until } from '@rts/local/testing/until'
import { z } from 'zod'
import { newKey, readmeCalls, rest } from './calls.ts'
import { type Composed, createComposed } from './compose.ts'
import { docker, run } from './engine.ts'
import type { Report } from './report.ts'
import { createWhole, type Whole } from './whole.ts'

const maxImageMb = 600
const sites = z.object({ projects: z.array(z.object({ domain: z.string() })) })

/** Tests what docs/operations.md promises about the one container; removes what it started. Compose's images are those of before. */
export async function runWhole(report: Report, program: string[]): Promise<void> {
  const whole = await createWhole()
  try {
    await report.step('one container: the image builds', () => build(whole))
    await report.step('one container: start', () => whole.start('local').then(() => memoryOf(whole)))
    await report.step('one container: the README’s calls', () => readmeCalls(whole))
    await report.step('one container: the services are killed', () => killed(whole))
    await report.step('one container: another tag', () => upgraded(whole))
    const system = await createComposed(program)
    try {
      await report.step('one container: into compose, and back', () => moved(whole, system))
    } finally {
      await system.remove()
    }
  } finally {
    await whole.remove()
  }
}

async function build({ image }: Whole): Promise<string> {
  await run('docker', ['build', '-q', '--target', 'whole', '-t', image('local'), '.'])
  const megabytes = Number(await docker('image', 'inspect', '--format', '{{.Size}}', image('local'))) / 1e6
  if (megabytes > maxImageMb) throw new Error(`${megabytes.toFixed(0)} MB`)
  return `${megabytes.toFixed(0)} MB`
}

async function memoryOf({ name }: Whole): Promise<string> {
  const used = await docker('stats', '--no-stream', '--format', '{{.MemUsage}}', name)
  const user = await docker('exec', name, 'id', '-u')
  if (user === '0') throw new Error('it runs as root')
  return `healthy; ${used} while it makes the demo; user ${user}`
}

async function killed({ name, base, operator }: Whole): Promise<string> {
  const { key } = await newKey({ base, operator })
  const find = `for p in /proc/[0-9]*; do grep -q "together/[p]rocess" $p/cmdline && echo \${p#/proc/}; done; true`
  const pid = (await docker('exec', name, 'bash', '-c', find)).split('\n')[0] ?? ''
  await docker('exec', name, 'bash', '-c', `kill -9 ${pid}`)
  const began = performance.now()
  const answers = () =>
    rest(base, key, sites, '/projects').then(
      () => true,
      () => false,
    )
  await until('calls to fail', async () => !(await answers()), 10_000, 20)
  await until('calls to be answered', answers, 60_000, 100)
  return `back after ${((performance.now() - began) / 1_000).toFixed(1)} s`
}

async function upgraded(whole: Whole): Promise<string> {
  const { key } = await newKey(whole)
  await rest(whole.base, key, z.unknown(), '/projects', { name: 'Kept', domain: 'kept.example' })
  await docker('tag', whole.image('local'), whole.image('next'))
  await whole.stop()
  const began = performance.now()
  await whole.start('next')
  await expectSites(whole.base, key, ['kept.example'])
  return `healthy again after ${((performance.now() - began) / 1_000).toFixed(0)} s, the data is there`
}

async function moved(whole: Whole, { base, compose, healthy, script }: Composed): Promise<string> {
  const { key } = await newKey(whole)
  await rest(whole.base, key, z.unknown(), '/projects', { name: 'One', domain: 'one.example' })
  await compose('--profile', 'operator', 'build', '-q')
  await compose('up', '-d')
  await healthy('gateway', 'projects')
  await whole.stop()
  await script('deploy/move.sh', {}, 'from', whole.volume, 'confirm')
  await compose('up', '-d')
  await healthy('gateway', 'projects')
  await expectSites(base, key, ['one.example'])
  await rest(base, key, z.unknown(), '/projects', { name: 'Two', domain: 'two.example' })
  await script('deploy/move.sh', {}, 'to', whole.volume, 'confirm')
  await whole.start('next')
  await expectSites(whole.base, key, ['one.example', 'two.example'])
  return 'keys, sites and what was added there are on either side'
}

async function expectSites(base: string, key: string, domains: string[]): Promise<void> {
  const found = await until('the sites', () => rest(base, key, sites, '/projects').catch(() => undefined), 30_000, 500)
  const names = found.projects.map(({ domain }) => domain).sort()
  if (names.join() !== domains.join()) throw new Error(`the sites are ${names.join()}`)
}
