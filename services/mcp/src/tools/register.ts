import { connectPath } from '@rts/shared/contract/doors'
import { name, timestamp } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { clientConfig } from './client-config.ts'
import { defineTool } from './tool.ts'

export const limitsRow = z.object({
  sites: z.int(),
  keywords: z.int(),
  checkEveryDays: z.int(),
  collectsPerDay: z.int(),
  competitorsPerSite: z.int(),
})

export const registerTool = defineTool('guests.register', {
  title: 'Register as a guest',
  description:
    'Get a bearer token without a human account: one website, two keywords, 48 hours, one guest a network.\nCall it once, on a connection without a token; then reconnect with Authorization: Bearer <token>, and the other tools appear.',
  input: z.strictObject({
    agent_name: name(100).optional().describe('Shown to the person who is asked to keep the site'),
  }),
  output: z.object({
    token: z.string(),
    tokenType: z.literal('Bearer'),
    expiresAt: timestamp,
    limits: limitsRow,
    clientConfig: z.record(z.string(), z.string()),
    nextSteps: z.array(z.string()),
  }),
  hints: { reads: false, idempotent: false, openWorld: false },
  run: async ({ agent_name: agentName }, { caller, call, mcpUrl, appUrl }) => {
    if (!caller.network) throw new AppError('unavailable', 'Registration is not possible here')
    const body = agentName === undefined ? { network: caller.network } : { network: caller.network, agentName }
    const registered = call('guests.register', { body }, 'system')
    const { guest, secret, limits } = await registered.catch((error) => refuse(error, appUrl))
    return {
      token: secret,
      tokenType: 'Bearer' as const,
      expiresAt: guest.expiresAt,
      limits,
      clientConfig: clientConfig(mcpUrl, appUrl + connectPath),
      nextSteps: [
        'Save the token now: it is shown only once.',
        'This connection does not use it. Offer to add it to the client’s configuration: put it in place of <token> in the line of clientConfig for this client, then reconnect.',
        'Then call add_project with the website, add_keyword with a phrase, and keyword_positions for its position.',
        `Before ${guest.expiresAt}, when the token ends, call request_link and show the link to a person who wants to keep the site.`,
      ],
    }
  },
})

/** Behind a shared address the guest may belong to another person, whose token this caller does not have. */
function refuse(error: unknown, appUrl: string): never {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  const steps = [
    'If you registered before, send the token that you saved: it was shown only once.',
    `If somebody else at your address did, a person with an account at ${appUrl} can connect you: with a key for assistants, or by OAuth at ${appUrl}${connectPath}.`,
    'Or register again once a guest has ended.',
  ]
  throw new AppError('conflict', [`${error.message}.`, ...steps].join(' '))
}
