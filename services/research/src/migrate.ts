import { runMigrations } from '@rts/shared/service/main'

await runMigrations('research', process)
