// Prints the licences of all that images and pages ship; throws for packages that must not be: node scripts/notices.ts > THIRD-PARTY-NOTICES
import path from 'node:path'
import { thirdPartyNotices } from './release/files.ts'

process.stdout.write(thirdPartyNotices(path.resolve(import.meta.dirname, '..')))
