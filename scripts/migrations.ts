// Refuses changes of released migrations, and new ones that could harm the last release beside them: node scripts/migrations.ts
import path from 'node:path'
import { type MigrationFile, migrationFiles, releasedChecksums } from './migrations/files.ts'
import { refusals } from './migrations/rules.ts'

/** All findings below a folder, a line each. */
export async function findInMigrations(root: string): Promise<string[]> {
  const released = releasedChecksums(root)
  const files = migrationFiles(root)
  const fresh = files.filter(({ file }) => !released.has(file))
  return [...changes(files, released), ...outOfOrder(files, released), ...(await refusals(root, fresh))]
}

function changes(files: readonly MigrationFile[], released: ReadonlyMap<string, string>): string[] {
  const now = new Map(files.map(({ file, checksum }) => [file, checksum]))
  return [...released]
    .filter(([file, checksum]) => now.get(file) !== checksum)
    .map(([file]) => `${file}: a released migration ${now.has(file) ? 'was changed' : 'is missing'}; add another one`)
}

/** A database that was made by the last release applies new ones last, and a fresh one by their names. */
function outOfOrder(files: readonly MigrationFile[], released: ReadonlyMap<string, string>): string[] {
  return files.flatMap(({ file, folder, name }) => {
    const others = files.filter((other) => other.folder === folder && other.file !== file)
    const isLate = !released.has(file) && others.some((other) => released.has(other.file) && other.name > name)
    const isTwice = others.some((other) => other.name === name)
    return [
      ...(isLate ? [`${file}: comes before a released migration; give it a later name`] : []),
      ...(isTwice ? [`${file}: another migration has its name`] : []),
    ]
  })
}

if (import.meta.main) {
  const found = await findInMigrations(path.resolve(import.meta.dirname, '..'))
  for (const line of found) console.log(line)
  if (found.length > 0) process.exitCode = 1
}
