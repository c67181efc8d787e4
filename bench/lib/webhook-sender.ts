// The job that sends webhooks, in a process of its own, as a replica of the dashboard runs it.

import { systemClock } from '@rts/shared/clock'
import { createLogger } from '@rts/shared/logger'
import pg from 'pg'
import { createGuardedFetcher } from '../../packages/outside/src/guarded/fetcher.ts'
import { startDelivering } from '../../services/dashboard/src/webhooks/delivering.ts'
import { createSender } from '../../services/dashboard/src/webhooks/sender.ts'
import { createVault } from '../../services/dashboard/src/webhooks/vault.ts'

const { DATABASE_URL = '', SEAL_KEYS = '', RECEIVER_PORT } = process.env
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const overrides = new Map([['*.receiver.example', { address: '127.0.0.1', port: Number(RECEIVER_PORT) }]])
const limits = { connectMs: 5_000, headersMs: 15_000, totalMs: 15_000, connectionsPerOrigin: 256 }
const fetcher = createGuardedFetcher({ userAgent: 'bench', overrides, limits })
startDelivering({
  database,
  vault: createVault(SEAL_KEYS),
  send: createSender({ fetcher, prefixOf: () => '', clock: systemClock }),
  mailRest: async () => {},
  counted: () => {},
  clock: systemClock,
  logger: createLogger('dashboard', 'warn'),
})
process.send?.('ready')
