import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Stage } from '@rts/shared/service/migration-files'

/** A migration as a file: of a service or of the kit, and when it runs. */
export type MigrationFile = { file: string; folder: string; name: string; stage: Stage; sql: string; checksum: string }

const patterns = ['services/*/prisma/migrations/**/migration.sql', 'packages/shared/migrations/**/*.sql']
/** Released migrations as `sha256sum` writes them: a checksum and a file a line. */
export const releasedList = 'contract/released/migrations.sha256'

/** All migrations below a folder, in order. */
export function migrationFiles(root: string): MigrationFile[] {
  return globSync(patterns, { cwd: root })
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(root, file), 'utf8')
      const [folder = '', rest = ''] = file.split('/migrations/')
      const [name = '', stage] = rest
        .split('/')
        .toReversed()
        .filter((part) => part !== 'migration.sql')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { file, folder, name, stage: stage === 'after' ? 'after' : 'before', sql, checksum }
    })
}

/** The checksums of the migrations of all releases, by file. */
export function releasedChecksums(root: string): Map<string, string> {
  const list = path.join(root, releasedList)
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** The lines of the list of released migrations, once these are released. */
export function releasedLines(files: readonly MigrationFile[]): string {
  return files.map(({ file, checksum }) => `${checksum}  ${file}\n`).join('')
}
