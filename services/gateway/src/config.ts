import { commonVariables, mailVariables, optionalPublicUrl } from '@rts/shared/common-variables'
import { declareVariables, integerVariable, listVariable } from '@rts/shared/config'
import { type UpstreamName, upstreamNames, urlVariable } from '@rts/shared/contract/services'
import { z } from 'zod'

/** The address of each service behind the gateway; calls to one without an address get `unavailable`. */
const upstreamVariables = declareVariables(
  'Addresses',
  Object.fromEntries(
    upstreamNames.map((name) => {
      const meaning = `address of ${name}; without it its rows are 503`
      return [urlVariable(name), { schema: z.url().optional(), meaning, container: `http://${name}:8080` }]
    }),
  ),
  // safe because each name gives exactly its own variable
) as Record<ReturnType<typeof urlVariable<UpstreamName>>, z.ZodOptional<z.ZodURL>>

export const configSchema = z
  .object({
    ...commonVariables,
    ...upstreamVariables,
    ...optionalPublicUrl,
    ...mailVariables,
    ...declareVariables('All services', {
      PORT: {
        schema: integerVariable(0, 65_535).default(8_080),
        meaning: 'port of the service; 0: a free one',
        container: '8080',
      },
    }),
    ...declareVariables('Secrets', {
      NETWORK_KEY: {
        schema: z.string().min(16, 'must have 16 characters or more'),
        meaning:
          "keys the hashes of callers' networks, 16 characters or more: another one forgets which networks have a guest",
        isSecret: true,
        required: 'generate',
      },
    }),
    ...declareVariables('Gateway', {
      TRUSTED_PROXY_HOPS: {
        schema: integerVariable(0, 5).default(0),
        meaning: 'proxies in front: that many addresses are taken from the right of `X-Forwarded-For`',
        container: '1',
      },
      UPSTREAM_TIMEOUT_MS: {
        schema: integerVariable(100, 120_000).default(20_000),
        meaning: "wait for a service's answer, at most 120000",
      },
      UPSTREAM_MAX_IN_FLIGHT: {
        schema: integerVariable(1, 10_000).default(256),
        meaning: 'calls to one service at once, per replica; more are 503 and free',
      },
      BODY_TIMEOUT_MS: {
        schema: integerVariable(100, 120_000).default(20_000),
        meaning: 'for a whole request body; then 408',
      },
      BODY_BUDGET_BYTES: {
        schema: integerVariable(1_024, 1_073_741_824).default(64 * 1_024 * 1_024),
        meaning: 'all bodies in memory at once, per replica; more are 503',
      },
      ADMISSION_TIMEOUT_MS: {
        schema: integerVariable(10, 60_000).default(250),
        meaning:
          'wait for a turn at admission, then 503 and free; and for one call in the database. A database that is silent is given up after four times that',
      },
      MCP_ALLOWED_ORIGINS: {
        schema: listVariable,
        meaning:
          'origins whose pages may call `/mcp` and `/mcp/connect`, comma-separated; loopback origins besides, while `HOST` is loopback',
      },
      GUESTS_MAX_ACTIVE: { schema: integerVariable(0, 1_000_000).default(1_000), meaning: 'guests at once' },
    }),
  })
  .refine((config) => config.NODE_ENV !== 'production' || config.SUPPORT_EMAIL, {
    path: ['SUPPORT_EMAIL'],
    message: 'is required in production',
  })
export type Config = z.infer<typeof configSchema>
