import path from 'node:path'
import { runMigrations } from '@rts/shared/service/main'

await runMigrations('dashboard', path.resolve(import.meta.dirname, '../prisma/migrations'), process.env)
