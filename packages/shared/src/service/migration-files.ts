import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseService, type KitPart, services } from '../contract/services.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const kitFolder = path.join(root, 'packages/shared/migrations')

/** `kit`: the kit's migrations that earlier releases applied as a part of this one. */
export type Migration = { name: string; sql: string; checksum: string; kit: readonly string[] }
/** In order. The kit's come first: a service's own refer to its tables. */
export type Migrations = { kit: Migration[]; own: Migration[] }

/** The migrations of a service's database: those of its parts of the kit, and its own. */
export function migrationsOf(service: DatabaseService): Migrations {
  return {
    kit: readKit(services[service].kit),
    own: readOwn(path.join(root, 'services', service, 'prisma/migrations')),
  }
}

/** The kit's migrations of these parts. A file's name is NUMBER_PART or NUMBER_PART_CHANGE. */
export function readKit(parts: readonly KitPart[]): Migration[] {
  return readdirSync(kitFolder)
    .sort()
    .filter((file) => parts.some((part) => part === /^\d+_([a-z]+)/.exec(file)?.[1]))
    .map((file) => readMigration(path.basename(file, '.sql'), path.join(kitFolder, file)))
}

/** The migrations in a folder of Prisma's. */
export function readOwn(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => readMigration(name, file))
}

/** The head of a migration whose text went to the kit, with the checksum of the released file. */
const takenOver = /^-- Applied by the kit: (.+)\n-- Checksum: ([0-9a-f]{64})\n/

function readMigration(name: string, file: string): Migration {
  const content = readFileSync(file)
  const sql = content.toString('utf8')
  const [, kit, released] = takenOver.exec(sql) ?? []
  // An earlier release accepts the database only with the checksum of its own file.
  const checksum = released ?? createHash('sha256').update(content).digest('hex')
  return { name, sql, checksum, kit: kit?.split(' ') ?? [] }
}
