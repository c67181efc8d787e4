import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { ensureDatabase, startPostgres } from '@rts/local/postgres'
import { connectOperator } from '@rts/local/system/operator'
import { readConfig } from '@rts/shared/config'
import { migrateDatabase } from '@rts/shared/service/migrations'
import { type BuiltService, runService, type ServiceParts } from '@rts/shared/service/run-service'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { createApp as createGateway } from '../../services/gateway/src/app.ts'
import { configSchema as gatewayConfig } from '../../services/gateway/src/config.ts'
import { fixtureToolbox } from '../../services/mcp/conformance/fixtures.ts'
import { createApp as createMcp } from '../../services/mcp/src/app.ts'
import { configSchema as mcpConfig } from '../../services/mcp/src/config.ts'
import { createEndpoint } from '../../services/mcp/src/http/endpoint.ts'
import { createLegacyLeg } from '../../services/mcp/src/sdk/legacy.ts'
import { createBothLegs } from '../../services/mcp/src/sdk/modern.ts'
import { startProxy } from './proxy.ts'

const keyCount = 100

export type ProfileName = 'lobby' | 'keyed' | 'fixtures'

/** Starts gateway and mcp, once with the product's tools and once with the suite's; each profile has its address. */
export async function startConformanceSystem() {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'))
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false })
  const nats = await startNats({ dataDir: path.join(folder, 'nats'), production: false })
  const databaseUrl = await ensureDatabase(postgres.url('postgres'), 'gateway')
  await migrateDatabase(databaseUrl, 'gateway')
  const common = {
    PORT: '0',
    ADMIN_PORT: '0',
    ...testSecrets,
    NATS_URL: nats.url,
    LOG_LEVEL: 'error',
  }
  const ports = new Map<ProfileName, number>()
  const keys: string[] = []
  const view = (name: ProfileName) => startProxy(() => ports.get(name) ?? 0, { keys: name === 'lobby' ? [] : keys })
  const views = { lobby: await view('lobby'), keyed: await view('keyed'), fixtures: await view('fixtures') }
  const gatewayFor = (mcpPort: number) => {
    const own = { MCP_URL: `http://127.0.0.1:${mcpPort}`, TRUSTED_PROXY_HOPS: '1' }
    const config = readConfig(gatewayConfig, {
      ...common,
      ...testKeys('gateway'),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      ...own,
    })
    return runService('gateway', config, (parts) => createGateway(parts, config))
  }
  const config = readConfig(mcpConfig, { ...common, ...testKeys('mcp') })
  const product = await runService('mcp', config, (parts) => createMcp(parts, config))
  const fixtures = await runService('mcp', config, createFixtureService)
  const gateways = [await gatewayFor(product.port), await gatewayFor(fixtures.port)]
  ports.set('lobby', gateways[0]?.port ?? 0).set('keyed', gateways[0]?.port ?? 0)
  ports.set('fixtures', gateways[1]?.port ?? 0)
  keys.push(...(await makeKeys(nats.url)))
  return {
    url: (name: ProfileName) => `http://localhost:${views[name].port}/mcp`,
    stop: async () => {
      for (const { stop } of Object.values(views)) stop()
      for (const service of [...gateways, fixtures, product]) await service.stop()
      await nats.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createFixtureService({ verify, clock, logger }: ServiceParts): Promise<BuiltService> {
  const legacy = createLegacyLeg({ toolbox: fixtureToolbox })
  const leg = createBothLegs({ toolbox: fixtureToolbox, logger, legacy })
  return { server: createServer(createEndpoint({ leg, verify, clock, logger })), drain: async () => {} }
}

async function makeKeys(natsUrl: string): Promise<string[]> {
  const { call, close } = await connectOperator({ natsUrl, callerKeys: testKeys('operator') })
  const make = async (i: number) => {
    const { account } = await call('accounts.create', { body: { email: `c${i}@example.com`, plan: 'growth' } })
    const body = { name: 'conformance', kind: 'lasting' } as const
    return (await call('keys.create', { params: { accountId: account.id }, body })).secret
  }
  const secrets = await Promise.all(Array.from({ length: keyCount }, (_, i) => make(i)))
  await close()
  return secrets
}
