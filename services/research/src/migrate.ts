import path from 'node:path'
import { runMigrations } from '@rts/shared/service/main'

await runMigrations('research', path.resolve(import.meta.dirname, '../prisma/migrations'), process.env)
