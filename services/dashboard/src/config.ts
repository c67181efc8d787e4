import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/overrides'
import { commonVariables, keysVariable } from '@rts/shared/config'
import { z } from 'zod'
import { paymentConfigIssues, paymentVariables } from './billing/config.ts'

export const configSchema = z
  .object({
    ...commonVariables,
    ...paymentVariables,
    HOST_OVERRIDES: fetchVariables.HOST_OVERRIDES,
    /** The public address; links in mails begin with it. Cookies are secure where it is https. */
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
      .transform((url) => new URL(url).origin),
    /** In production pages are served under PUBLIC_URL alone, and these hosts. */
    ALLOWED_HOSTS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((host) => host.trim().toLowerCase())
          .filter(Boolean),
      ),
    /** Signs sessions and the links of mails; derived from CALLER_KEYS if it is not set. */
    AUTH_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
    /** Seal letters that wait; CALLER_KEYS if they are not set. */
    SEAL_KEYS: keysVariable.optional(),
    /** The reply address of letters. */
    SUPPORT_EMAIL: z.email().optional(),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().default('Rank Tracking Service <noreply@localhost>'),
    DATA_DIR: z.string().default('.data'),
  })
  .refine((config) => config.NODE_ENV !== 'production' || config.AUTH_SECRET, {
    path: ['AUTH_SECRET'],
    message: 'is required in production',
  })
  .superRefine((config, context) => {
    for (const { variable, message } of paymentConfigIssues(config))
      context.addIssue({ code: 'custom', path: [variable], message })
    for (const issue of hostOverrideIssues(config))
      context.addIssue({ code: 'custom', path: ['HOST_OVERRIDES'], message: issue.replace(/^\w+: /, '') })
  })
export type DashboardConfig = z.output<typeof configSchema>
/** Without the ports, which only the running service has. */
export type AppConfig = Omit<DashboardConfig, 'PORT' | 'ADMIN_PORT'>
