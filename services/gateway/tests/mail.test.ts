import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { until } from '@rts/local/testing/until'
import { factSubjectOf } from '@rts/shared/derive/subjects'
import { type Fact, writeFact } from '@rts/shared/facts/write'
import { portOf } from '@rts/shared/service/health'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support.ts'

/** Connections of an SMTP server that accepts all and sends nothing. */
const open = new Set<Socket>()
let maxOpen = 0
const smtp = createServer((socket) => {
  open.add(socket)
  maxOpen = Math.max(maxOpen, open.size)
  socket.on('error', () => {}).on('close', () => open.delete(socket))
})

// Its own broker: the gateway of another test file would receive these notices.
const folder = mkdtempSync(path.join(tmpdir(), 'mail-test-'))
let nats: Awaited<ReturnType<typeof startNats>>
let world: World
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  nats = await startNats({ dataDir: folder, production: false })
  const SMTP_URL = `smtp://127.0.0.1:${portOf(smtp.address())}`
  world = await startWorld({
    env: { NATS_URL: nats.url, SMTP_URL, SUPPORT_EMAIL: 'support@example.com', DISABLED_SERVICES: '' },
  })
})
afterAll(async () => {
  smtp.close()
  for (const socket of open) socket.destroy()
  await world.stop()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (fact: Fact) => inTransaction(world.database.pool, (client) => writeFact(client, fact))

function writeNotice(): Promise<void> {
  const [keyId, revokedAt] = [randomUUID(), new Date().toISOString()]
  const key = { keyId, name: 'test', start: 'rts_', accountId: 'a', ownerEmail: 'owner@example.com' }
  return write({ type: 'key.revoked', aggregate: `key:${keyId}`, version: 1, state: { ...key, strikes: 5, revokedAt } })
}

describe('a mail server that accepts and never speaks', () => {
  it('takes no gateway out, keeps no other fact waiting, and is not asked by more than one mail a consumer', async () => {
    const received: string[] = []
    world.gateway.parts.nats.subscribe(factSubjectOf('projects.accounts'), {
      callback: (_error, message) => {
        received.push(message.string())
        message.respond('ok')
      },
    })
    for (let i = 0; i < 40; i++) await writeNotice()
    await until('mail to be under way', () => open.size > 0)
    const account = { id: 'received', plan: 'free', status: 'active' } as const
    await write({ type: 'account.changed', aggregate: 'account:received', version: 1, state: account })
    await until('the other fact', () => received.length === 1)
    const ready = await fetch(`http://127.0.0.1:${world.gateway.adminPort}/readyz`)
    const { pool } = world.gateway.parts
    await until('no call to wait for a connection', () => pool.waitingCount === 0)
    expect({ ready: ready.status, maxOpen }).toEqual({ ready: 200, maxOpen: 2 })
    expect(pool.totalCount).toBeLessThanOrEqual(10)
  })

  it('is left after a few seconds, and the notice waits for another try', async () => {
    const failed = async () => {
      const { rows } = await world.database.pool.query(
        'SELECT 1 FROM facts.delivery WHERE last_error IS NOT NULL AND done_at IS NULL',
      )
      return rows.length > 0
    }
    await until('a failed try', failed)
  })
})
