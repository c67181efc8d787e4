import path from 'node:path'
import { runMigrations } from '@rts/shared/service/main'

await runMigrations('projects', path.resolve(import.meta.dirname, '../prisma/migrations'), process.env)
