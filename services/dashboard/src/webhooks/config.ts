import { baseUrl } from '@rts/outside/config'
import type { HostOverrides } from '@rts/outside/guarded/url'
import { declareVariables } from '@rts/shared/config'
import { z } from 'zod'
import { discordHost, slackHost } from './rules/targets.ts'

/** Where the sandbox plays them with `npm start`. */
export const webhookVariables = declareVariables('Webhooks, Slack and Discord', {
  SLACK_URL: {
    schema: baseUrl.default(`https://${slackHost}`),
    meaning: 'where the incoming webhooks of Slack are',
    local: '{sandbox}/slack',
  },
  DISCORD_URL: {
    schema: baseUrl.default(`https://${discordHost}`),
    meaning: 'where the webhooks of Discord are',
    local: '{sandbox}/discord',
  },
})
const variables = z.object(webhookVariables)
export type WebhookConfig = z.output<typeof variables>

/** Where the hosts of Slack and Discord are if not at their own addresses, and the path that comes before theirs. */
export function chatPlaces({ SLACK_URL, DISCORD_URL }: WebhookConfig) {
  const places = [
    { host: slackHost, base: new URL(SLACK_URL) },
    { host: discordHost, base: new URL(DISCORD_URL) },
  ].filter(({ host, base }) => base.hostname !== host)
  const overrides: HostOverrides = new Map(
    places.map(({ host, base }) => [host, { address: base.hostname, port: Number(base.port || 80) }]),
  )
  const prefixes = new Map(places.map(({ host, base }) => [host, base.pathname.replace(/\/$/, '')]))
  return { overrides, prefixOf: (host: string) => prefixes.get(host) ?? '' }
}
