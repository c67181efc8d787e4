import { builtServices, databaseServices } from '@rts/shared/contract/services'
import type { Parts } from './declared.ts'

/** The steps of docs/self-host/backup.md that name services. */
export function documentParts(): Parts {
  return { restore: restoreLines() }
}

/** How the databases are restored. */
function restoreLines(): string[] {
  return [
    '```sh',
    `docker compose stop lb ${builtServices.join(' ')}`,
    `for name in ${databaseServices.join(' ')}; do`,
    '  docker compose exec -T postgres pg_restore -U postgres --clean --if-exists --create --exit-on-error -d postgres < ../backups/$name.dump',
    'done',
    'docker compose up -d',
    '```',
  ]
}
