import { createServer } from 'node:http'
import { readConfig } from '@rts/shared/config'
import { portOf } from '@rts/shared/service/health'
import { type BuiltService, runService, type ServiceParts } from '@rts/shared/service/run-service'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { inTurn } from '../../harness/calls.ts'
import { seedKeys } from '../../harness/keys.ts'
import { startParts } from '../../harness/system.ts'
import { fixtureToolbox } from '../../services/mcp/conformance/fixtures.ts'
import { configSchema } from '../../services/mcp/src/config.ts'
import { createEndpoint } from '../../services/mcp/src/http/endpoint.ts'
import { createLegacyLeg } from '../../services/mcp/src/sdk/legacy.ts'
import { createBothLegs } from '../../services/mcp/src/sdk/modern.ts'

const keyCount = 100
/** Requests per address or key before the next one is used: otherwise the suite would reach the minute's limit. */
const requestsEach = 20

/** Starts gateway and mcp, once with the product's tools and once with the suite's; each profile has its address. */
export async function startConformanceSystem() {
  const parts = await startParts()
  const { url, pool } = await parts.database('gateway')
  const gatewayFor = (mcpPort: number) => {
    const mcp = { MCP_URL: `http://127.0.0.1:${mcpPort}`, TRUSTED_PROXY_HOPS: '1' }
    return parts.service('gateway', { DATABASE_URL: url, ...mcp })
  }
  const product = await parts.service('mcp', {})
  const given = { ...testSecrets, ...testKeys('mcp'), PORT: '0', ADMIN_PORT: '0', NATS_URL: parts.natsUrl }
  const fixtures = await runService('mcp', readConfig(configSchema, { ...given, LOG_LEVEL: 'error' }), fixtureService)
  const first = await gatewayFor(product.port)
  const second = await gatewayFor(fixtures.port)
  const seeded = await seedKeys(pool, { accounts: keyCount, plan: 'growth', kind: 'lasting' })
  const keys = seeded.map(({ secret }) => secret)
  const proxies = {
    lobby: await startProxy(first.port, []),
    keyed: await startProxy(first.port, keys),
    fixtures: await startProxy(second.port, keys),
  }
  return {
    profiles: Object.entries(proxies).map(([name, { port }]) => ({ name, url: `http://localhost:${port}/mcp` })),
    stop: async () => {
      for (const { stop } of Object.values(proxies)) stop()
      await fixtures.stop()
      await parts.stop()
    },
  }
}

async function fixtureService({ verify, clock, logger }: ServiceParts): Promise<BuiltService> {
  const legacy = createLegacyLeg({ toolbox: fixtureToolbox })
  const leg = createBothLegs({ toolbox: fixtureToolbox, logger, legacy })
  return { server: createServer(createEndpoint({ leg, verify, clock, logger })), drain: async () => {} }
}

/** Counted over all proxies, so that none uses a key that another has just used. */
let requests = 0

/** A proxy in front of a gateway that adds the token and the address, because the suite can send neither. */
async function startProxy(gatewayPort: number, keys: readonly string[]) {
  const forward = createProxyMiddleware({ target: `http://127.0.0.1:${gatewayPort}` })
  const server = createServer((req, res) => {
    const turn = Math.floor(requests++ / requestsEach)
    req.headers['x-forwarded-for'] = `198.18.${(turn >> 8) & 255}.${turn & 255}`
    if (keys.length > 0) req.headers.authorization ??= `Bearer ${inTurn(keys, turn)}`
    void forward(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: portOf(server.address()), stop }
}
