import { sandboxIssues, sandboxVariables } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/fetch-variables'
import { commonVariables, mailVariables, publicUrl } from '@rts/shared/common-variables'
import { declareVariables, listVariable, reporting } from '@rts/shared/config'
import { z } from 'zod'
import { paymentConfigIssues, paymentVariables } from './billing/config.ts'
import { webhookVariables } from './webhooks/config.ts'

export const configSchema = z
  .object({
    ...commonVariables,
    ...publicUrl,
    ...declareVariables('Addresses', {
      ALLOWED_HOSTS: {
        schema: listVariable.transform((hosts) => hosts.map((host) => host.toLowerCase())),
        meaning: "in production, hosts besides PUBLIC_URL's under which people may sign in, comma-separated",
      },
    }),
    ...declareVariables('People', {
      SIGNUP: {
        schema: z.enum(['open', 'invite', 'closed']).default('open'),
        meaning:
          '`open`: whoever signs up gets a Free account, whose work costs you money; `invite`: only people who are invited to a team sign up; `closed`: nobody does, and people come by the command line. Agents without an account have `GUESTS_MAX_ACTIVE`',
        example: 'open',
      },
    }),
    ...declareVariables('Secrets', {
      AUTH_SECRET: {
        schema: z.string().min(32, 'must have 32 characters or more'),
        meaning: 'signs sessions and links, 32 characters or more; another one ends sessions and open invites',
        isSecret: true,
        required: 'generate',
      },
    }),
    ...mailVariables,
    ...paymentVariables,
    ...webhookVariables,
    ...sandboxVariables,
    HOST_OVERRIDES: fetchVariables.HOST_OVERRIDES,
  })
  .superRefine(reporting(paymentConfigIssues))
  .superRefine(reporting(hostOverrideIssues))
  .superRefine(reporting(sandboxIssues))
export type DashboardConfig = z.output<typeof configSchema>
/** Without the ports, which only the running service has. */
export type AppConfig = Omit<DashboardConfig, 'PORT' | 'ADMIN_PORT'>
