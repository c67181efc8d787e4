import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Nats, startNats } from '@rts/local/nats'
import type { TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { askerOf } from '@rts/shared/collects/asker'
import { createCollects } from '@rts/shared/collects/collects'
import { commonVariables } from '@rts/shared/common-variables'
import { readConfig } from '@rts/shared/config'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { serviceNames } from '@rts/shared/contract/services'
import { factSubjectOf } from '@rts/shared/derive/subjects'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { askProjects } from '@rts/shared/facts/site-projection'
import { writeFact } from '@rts/shared/facts/write'
import { readKit } from '@rts/shared/service/migration-files'
import { applyMigrations } from '@rts/shared/service/migrations'
import { mountService, type ServiceDefinition } from '@rts/shared/service/mount-service'
import { createRpcClient, type RpcCaller, systemCaller } from '@rts/shared/service/rpc-client'
import { type RunningService, runService, type ServiceParts } from '@rts/shared/service/run-service'
import { inTransaction } from '@rts/shared/service/transaction'
import { sampleSite } from '@rts/shared/testing/mounted-server'
import { signerOf, signerOfAll, testKeys } from '@rts/shared/testing/secrets'
import { headers } from 'nats'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { createCollectDatabase, endless, ideasKind, ready } from './support/collecting.ts'

/** The data that the row collects: fetched once and kept. */
const ideas = ideasKind(async ({ input }) => ready([`idea for ${input.q}`]))

/** A whole service of one row: a handler that collects what it answers, and a projection of the accounts. */
function oneRow(parts: ServiceParts): OneRow {
  const collects = createCollects({
    ...parts,
    service: 'one',
    quota: endless,
    isFrozen: async () => false,
    lanes: { ask: 1 },
  })
  return {
    handlers: {
      'sites.get': async ({ params: { id = '' }, ...call }) => {
        const [reading] = await collects.read(ideas, [{ q: id }], askerOf(call, { id, frozen: false }))
        return { project: { ...sampleSite, id, tags: reading?.body ?? [] } }
      },
    },
    hears: { 'projects.accounts': accountProjection(parts.pool).effect, 'projects.guests': async () => {} },
    background: () => [collects.listen()],
    work: () => [collects.work([ideas])],
  }
}

type Definition = ServiceDefinition<'projects'>
type OneRow = Omit<Definition, 'handlers'> & { handlers: Pick<Definition['handlers'], 'sites.get'> }

let parts: ServiceParts | undefined
/** Runs it as a service's main program does. */
function start(env: Record<string, string>): Promise<RunningService> {
  return runService('projects', readConfig(z.object(commonVariables), env), (own) => {
    parts = own
    // safe because nothing in this file calls the rows that are missing
    return mountService('projects', own, oneRow(own) as Definition)
  })
}

const caller: RpcCaller = { ...systemCaller('a'), kind: 'account', keyId: 'k', collect: 'allow' }
const id = '2f9e4b1c-6a4d-4b7e-9c60-3d3a5a1d0f11'
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-one-row-'))
let database: TestDatabase
let nats: Nats
let service: RunningService
beforeAll(async () => {
  database = await createCollectDatabase(inject('postgresUrl'))
  await applyMigrations(database.pool, { kit: readKit(['known']), own: [] })
  nats = await startNats({ dataDir: folder, production: false })
  // No other service runs: facts for others wait.
  const DISABLED_SERVICES = serviceNames.filter((name) => name !== 'projects' && name !== 'gateway').join(',')
  service = await start({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    ...testKeys('projects'),
    DISABLED_SERVICES,
    LOG_LEVEL: 'silent',
  })
})
afterAll(async () => {
  await service.stop()
  await nats.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const running = (): ServiceParts => {
  if (!parts) throw new Error('the service was not built')
  return parts
}
const rpc = () => createRpcClient({ nats: running().nats, sign: signerOfAll() })

it('is called over HTTP, as the gateway does, and over NATS, with the same answer', async () => {
  const target = `/projects/${id}`
  const claims = { ...caller, aud: 'projects', iat: Date.now() } as const
  const signed = signerOf('gateway')(claims, { method: 'GET', target, body: Buffer.alloc(0) })
  const headers = { [callerHeader]: signed.caller, [signatureHeader]: signed.signature }
  const overHttp = await fetch(`http://127.0.0.1:${service.port}${target}`, { headers })
  const answer = { project: { ...sampleSite, id, tags: [`idea for ${id}`] } }
  expect(await overHttp.json()).toEqual(answer)
  expect(await rpc()('sites.get', { params: { id } }, caller)).toEqual(answer)
})

it('answers others that ask what they have missed of a site', async () => {
  expect(await askProjects(rpc())('a', id)).toMatchObject({ domain: sampleSite.domain, name: sampleSite.name })
})

it('hears the facts of others', async () => {
  const state = { id: 'a1', plan: 'free', status: 'active' } as const
  const target = factSubjectOf('projects.accounts')
  const fact = { id: 'f1', type: 'account.changed', aggregate: 'account:a1', version: 1, state }
  const body = Buffer.from(JSON.stringify(fact))
  const claims = { ...systemCaller(), aud: 'projects', iat: Date.now() } as const
  const signed = signerOf('gateway')(claims, { method: 'NATS', target, body })
  const heads = headers()
  heads.set(callerHeader, signed.caller)
  heads.set(signatureHeader, signed.signature)
  expect((await running().nats.request(target, body, { timeout: 60_000, headers: heads })).string()).toBe('ok')
  expect(await accountProjection(database.pool).find('a1')).toEqual(state)
})

it('tells its own, and shows the operator what waits', async () => {
  const told: string[] = []
  const hearer = running().nats.subscribe(factSubjectOf('gateway.trash'), {
    callback: (_error, message) => {
      told.push(message.string())
      message.respond('ok')
    },
  })
  const at = '2026-01-15T12:00:00.000Z'
  const state = { accountId: 'a', action: 'site.deleted', actor: 'p', keyId: null, detail: {}, at } as const
  const fact = { type: 'trash.changed', aggregate: 'trash:a', version: 1, state } as const
  await inTransaction(database.pool, (client) => writeFact(client, fact))
  await until('the fact to be told', async () => told.length > 0)
  hearer.unsubscribe()
  const operator = { ...systemCaller(), kind: 'operator' } as const
  await until('nothing to wait', async () => {
    const { deliveries } = await rpc()('projectsOutbox.list', {}, operator)
    return deliveries.length === 0
  })
})

it('is not ready while its database lacks a migration of the kit or its own', async () => {
  const ready = () => fetch(`http://127.0.0.1:${service.adminPort}/readyz`)
  const remove = (table: string) => database.pool.query(`DELETE FROM ${table} RETURNING *`)
  for (const table of ['kit.migration', '_prisma_migrations']) {
    const { rows } = await remove(table)
    expect((await ready()).status).toBe(503)
    await database.pool.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
      JSON.stringify(rows),
    ])
    expect((await ready()).status).toBe(200)
  }
})

it('has its metrics, is ready, and stops: calls are refused, and its database is let go', async () => {
  const admin = `http://127.0.0.1:${service.adminPort}`
  expect(await (await fetch(`${admin}/readyz`)).json()).toMatchObject({ status: 'ready' })
  const metrics = await (await fetch(`${admin}/metrics`)).text()
  expect(metrics).toMatch(/^build_info\{version="\d+\.\d+\.\d+",commit="\w+",service="projects"\} 1$/m)
  await service.stop()
  await expect(fetch(`http://127.0.0.1:${service.port}/`)).rejects.toThrow()
  expect(running().pool.ended).toBe(true)
})
