import { createHash } from 'node:crypto'
import { until } from '@rts/local/testing/until'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { type Composed, createComposed } from './compose.ts'
import { healthOf, metricOf } from './engine.ts'
import { newAccount, type Step } from './system.ts'

const waiting = 'SELECT count(*) FROM facts.delivery WHERE done_at IS NULL'

/** Tests what docs/self-host/backup.md promises about deploy/backup.yml and deploy/restore.sh; removes what it started. */
export async function runRestore(step: Step): Promise<void> {
  const system = await createComposed(['deploy/backup.yml'])
  try {
    await step('restore: start with back-ups', () => start(system))
    await step('restore: the ages are metrics', () => ages(system))
    await step('restore: to a second', () => toSecond(system))
    await step('restore: a second without a back-up', () => withoutBackUp(system))
    await step('restore: a back-up that fails', () => failedBackUp(system))
  } finally {
    await system.remove()
  }
}

async function start({ compose, database, healthy, up }: Composed): Promise<string> {
  await compose('--profile', 'operator', 'build', '-q')
  await up()
  await healthy('backup')
  const info = () => database('gosu', 'postgres', 'pgbackrest', 'info')
  return until('a full back-up', async () => /full backup: \w+/.exec(await info())?.[0], 120_000, 1_000)
}

async function ages({ containersOf }: Composed): Promise<string> {
  const [gateway = ''] = await containersOf('gateway')
  const read = async (name: string) => {
    const age = () => metricOf(gateway, name)
    return until(name, async () => ((await age()) > 0 ? age() : undefined), 120_000, 1_000)
  }
  const backup = await read('gateway_backup_age_seconds')
  const wal = await read('gateway_archived_wal_age_seconds')
  return `back-up ${backup.toFixed(0)} s, WAL ${wal.toFixed(0)} s`
}

/** One checksum a database, of all that its dump has but what differs from dump to dump and from start to start. */
async function checksums({ database }: Composed): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const name of databaseServices) {
    const dump = await database('pg_dump', '-U', 'postgres', name)
    // A sequence may skip numbers after a restart.
    const kept = dump.split('\n').filter((line) => !/^\\(un)?restrict|pg_catalog\.setval/.test(line))
    sums[name] = `${kept.length} lines ${createHash('sha256').update(kept.join('\n')).digest('hex')}`
  }
  return sums
}

async function toSecond(system: Composed): Promise<string> {
  const { compose, database, script, up } = system
  const ask = (statement: string, name = 'postgres') => database('psql', '-U', 'postgres', '-Atc', statement, name)
  const account = await newAccount(system)
  await account.add('before.com')
  // No write happens at the second, so that its checksums are known.
  await compose('stop', 'lb', ...builtServices)
  const before = await checksums(system)
  const inUtc = "clock_timestamp() AT TIME ZONE 'UTC' + interval '1 s'"
  const second = await ask(`SELECT to_char(${inUtc}, 'YYYY-MM-DD HH24:MI:SS+00')`)
  const isOver = `SELECT clock_timestamp() > '${second}'::timestamptz + interval '1 s'`
  await until('the second to pass', async () => (await ask(isOver)) === 't', 10_000, 200)
  await up()
  await account.add('after.com')
  await ask('DROP TABLE site CASCADE', 'projects')
  await script('deploy/restore.sh', {}, second, 'look')
  const restored = await checksums(system)
  if (JSON.stringify(restored) !== JSON.stringify(before)) throw new Error(JSON.stringify({ before, restored }))
  await up()
  await account.expect('before.com')
  await account.add('again.com')
  for (const name of databaseServices)
    await until(`${name} to deliver its facts`, async () => (await ask(waiting, name)) === '0', 90_000, 1_000)
  await script('deploy/restore.sh', {}, 'forget')
  return `${databaseServices.length} databases as at ${second}, by checksums; writes work, and every fact is delivered`
}

async function withoutBackUp({ base, script, up }: Composed): Promise<string> {
  for (const second of ['2001-01-01 00:00:00+00', '2099-01-01 00:00:00+00']) {
    const said = await script('deploy/restore.sh', {}, second, 'confirm').then(() => 'restored', String)
    if (!said.includes('exit 1')) throw new Error(`${second}: ${said}`)
    await up()
  }
  const { status } = await fetch(base)
  return `a second before the first back-up, and one of the future: refused, and the system is as it was (${status})`
}

async function failedBackUp({ compose, containersOf }: Composed): Promise<string> {
  const [backup = ''] = await containersOf('backup')
  await compose('exec', '-T', '--user', 'postgres', 'backup', 'chmod', '0', '/var/lib/pgbackrest/backup')
  const isUnhealthy = async () => (await healthOf(backup)) === 'unhealthy'
  await until('the container to be unhealthy', isUnhealthy, 180_000, 1_000)
  return 'its container is unhealthy'
}
