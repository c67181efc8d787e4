import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseService, type KitPart, services } from '../contract/services.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const kitFolder = path.join(root, 'packages/shared/migrations')

export type Stage = 'before' | 'after'
/** `steps`: single statements, if Postgres refuses a transaction (indexes built beside writers). */
export type Migration = { name: string; sql: string; checksum: string; steps: string[] | null }
/** In order. The kit's first: a service's own refer to its tables. */
export type Migrations = { kit: Migration[]; own: Migration[] }

export function migrationsOf(service: DatabaseService, stage: Stage = 'before'): Migrations {
  return {
    kit: readKit(services[service].kit, stage),
    own: readOwn(path.join(root, 'services', service, 'prisma/migrations'), stage),
  }
}

/** Files are named NUMBER_PART or NUMBER_PART_CHANGE. */
export function readKit(parts: readonly KitPart[], stage: Stage = 'before'): Migration[] {
  const folder = folderOf(kitFolder, stage)
  return namesIn(folder)
    .filter((file) => parts.some((part) => part === /^\d+_([a-z]+)/.exec(file)?.[1]))
    .map((file) => readMigration(path.basename(file, '.sql'), path.join(folder, file)))
}

export function readOwn(migrations: string, stage: Stage = 'before'): Migration[] {
  const folder = folderOf(migrations, stage)
  return namesIn(folder)
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => readMigration(name, file))
}

function folderOf(migrations: string, stage: Stage): string {
  return stage === 'after' ? path.join(migrations, 'after') : migrations
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

function readMigration(name: string, file: string): Migration {
  const content = readFileSync(file)
  const sql = content.toString('utf8')
  return { name, sql, checksum: createHash('sha256').update(content).digest('hex'), steps: stepsOf(sql) }
}

/** Of a migration outside a transaction: each ends a line. */
export function stepsOf(sql: string): string[] | null {
  if (!sql.startsWith('-- Outside a transaction')) return null
  return sql.split(/;[ \t]*(?:\n|$)/).filter((step) => step.replace(/--.*/g, '').trim() !== '')
}
