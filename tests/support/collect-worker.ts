// A replica in its own process, so that a test can kill it: each of its runs takes a tenth of a second.
import { setTimeout as delay } from 'node:timers/promises'
import { createCollects } from '@rts/shared/collects/collects'
import { createLogger } from '@rts/shared/logger'
import pg from 'pg'
import { endless, ideasKind, ready } from './collecting.ts'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 5 })
const logger = createLogger('research', 'silent')
createCollects({
  service: 'research',
  pool,
  quota: endless,
  isFrozen: async () => false,
  logger,
  lanes: { ask: 8 },
}).work([
  ideasKind(async ({ input }) => {
    await delay(100)
    return ready([input.q])
  }),
])
