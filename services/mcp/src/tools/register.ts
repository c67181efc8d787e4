import { line, timestamp } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { clientConfig } from '../domain/client-config.ts'
import { defineTool } from './tool.ts'

export const limitsRow = z.object({
  sites: z.int(),
  keywords: z.int(),
  checkEveryDays: z.int(),
  collectsPerDay: z.int(),
  competitorsPerSite: z.int(),
})

const serverEntry = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) })

export const registerTool = defineTool('guests.register', {
  title: 'Register as a guest',
  description:
    'Get a bearer token for this agent without a human account.\nUse it once, on a connection without a token; then reconnect with the token in the Authorization header.\nOne guest a network: one site, two keywords, 48 hours.',
  input: z.strictObject({
    agent_name: line(1, 100).optional().describe('Shown to the person who is asked to keep the site'),
  }),
  output: z.object({
    token: z.string(),
    tokenType: z.literal('Bearer'),
    expiresAt: timestamp,
    limits: limitsRow,
    clientConfig: z.object({
      claudeCode: z.string(),
      cursor: z.object({ mcpServers: z.record(z.string(), serverEntry) }),
      vscode: z.object({ servers: z.record(z.string(), serverEntry.extend({ type: z.literal('http') })) }),
      codex: z.string(),
    }),
    nextSteps: z.array(z.string()),
  }),
  hints: { reads: false, idempotent: false, openWorld: false },
  run: async ({ agent_name: agentName }, { caller, call, mcpUrl }) => {
    if (!caller.network) throw new AppError('unavailable', 'Registration is not possible here')
    const body = agentName === undefined ? { network: caller.network } : { network: caller.network, agentName }
    const { guest, secret, limits } = await call('guests.register', { body }, 'system')
    return {
      token: secret,
      tokenType: 'Bearer' as const,
      expiresAt: guest.expiresAt,
      limits,
      clientConfig: clientConfig(mcpUrl, secret),
      nextSteps: [
        'Save the token now: it is shown only once.',
        'This connection does not use it. Offer to add it to the client’s configuration (see clientConfig), then reconnect: the other tools appear.',
        'With the token: call add_project with the website, then add_keyword.',
        `The token ends at ${guest.expiresAt}. Before that, call request_link and show the link to a person who wants to keep the site.`,
      ],
    }
  },
})
