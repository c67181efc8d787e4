import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exitOf } from '../process.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..', '..')

/** The result of a Prisma command: its exit code and its output. */
export type PrismaRun = { code: number | null; output: string }

/** Runs a Prisma command of the service in `serviceDir` (absolute, or relative to the repository's root) on `databaseUrl`. */
export async function runPrisma(serviceDir: string, databaseUrl: string, args: string[]): Promise<PrismaRun> {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'prisma.ts'), serviceDir, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const closed = new Promise((resolve) => child.once('close', resolve))
  const { code } = await exitOf(child)
  await closed
  return { code, output }
}

/** The SQL that would bring the database to the service's schema: empty if they do not differ. */
export async function schemaDrift(serviceDir: string, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'schema-drift-'))
  try {
    const script = path.join(folder, 'drift.sql')
    const args = ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma']
    const { code, output } = await runPrisma(serviceDir, databaseUrl, [...args, '--script', '--output', script])
    if (code !== 0) throw new Error(`prisma migrate diff failed:\n${output}`)
    const sql = await readFile(script, 'utf8')
    return sql.replace(/^\s*--.*$/gm, '').trim() === '' ? '' : sql
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
