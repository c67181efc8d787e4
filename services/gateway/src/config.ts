import { commonVariables, integerVariable, keysVariable } from '@rts/shared/config'
import { type UpstreamName, upstreamNames, urlVariable } from '@rts/shared/contract/services'
import { z } from 'zod'

/** The address of each service behind the gateway; calls to one without an address get `unavailable`. */
// safe because each name gives exactly its own variable
const upstreamVariables = Object.fromEntries(
  upstreamNames.map((name) => [urlVariable(name), z.url().optional()]),
) as Record<ReturnType<typeof urlVariable<UpstreamName>>, z.ZodOptional<z.ZodURL>>

export const configSchema = z
  .object({
    ...commonVariables,
    PORT: integerVariable(0, 65_535).default(8_080),
    ...upstreamVariables,
    UPSTREAM_TIMEOUT_MS: integerVariable(100, 120_000).default(20_000),
    UPSTREAM_MAX_IN_FLIGHT: integerVariable(1, 10_000).default(256),
    BODY_TIMEOUT_MS: integerVariable(100, 120_000).default(20_000),
    BODY_BUDGET_BYTES: integerVariable(1_024, 1_073_741_824).default(64 * 1_024 * 1_024),
    ADMISSION_TIMEOUT_MS: integerVariable(10, 60_000).default(250),
    /** The number of reverse proxies in front: that many addresses at the right of X-Forwarded-For are trusted. */
    TRUSTED_PROXY_HOPS: integerVariable(0, 5).default(0),
    /** The key for hashes of networks; derived from CALLER_KEYS if it is not set. */
    NETWORK_KEY: z.string().min(16, 'must have 16 characters or more').optional(),
    /** The public address of the dashboard; links to claim a guest begin with it. */
    PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
    MCP_ALLOWED_ORIGINS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      ),
    GUESTS_MAX_ACTIVE: integerVariable(0, 1_000_000).default(1_000),
    /** Encrypt letters that wait to be sent; CALLER_KEYS if they are not set. */
    SEAL_KEYS: keysVariable.optional(),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().default('Rank Tracking Service <noreply@localhost>'),
    SUPPORT_EMAIL: z.email().optional(),
    DATA_DIR: z.string().default('.data'),
  })
  .refine((config) => config.NODE_ENV !== 'production' || config.SUPPORT_EMAIL, {
    path: ['SUPPORT_EMAIL'],
    message: 'is required in production',
  })
export type Config = z.infer<typeof configSchema>
