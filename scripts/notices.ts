// Prints the licences of all that images and pages ship, or the packages that must not be: node scripts/notices.ts > THIRD-PARTY-NOTICES
import path from 'node:path'
import { thirdPartyNotices } from './release/files.ts'

try {
  process.stdout.write(thirdPartyNotices(path.resolve(import.meta.dirname, '..')))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
