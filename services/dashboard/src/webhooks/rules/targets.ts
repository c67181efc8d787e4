import type { EndpointKind } from '@rts/shared/contract/rows/webhook'
import { withoutLastDot } from '@rts/shared/hosts'

/** An address that people typed: what it is, and how it is shown. */
export type Target = { kind: EndpointKind; url: string; shown: string }

export const slackHost = 'hooks.slack.com'
export const discordHost = 'discord.com'
const slackPath = /^\/services\/[A-Z\d]+\/[A-Z\d]+\/[A-Za-z\d]+$/
const discordPath = /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/

/**
 * The target of an address; a text says why there is none. Paths of Slack and Discord are secrets, and so may the query of a webhook
 * be: neither is shown.
 */
export function targetOf(address: string): Target | string {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return 'must be an https address'
  if (url.username || url.password) return 'must not hold a user name or a password'
  url.hash = ''
  url.hostname = withoutLastDot(url.hostname)
  const chat = chatOf(url)
  if (chat) return chat
  const shown = `${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search === '' ? '' : '?…'}`
  return { kind: 'webhook', url: url.href, shown }
}

function chatOf({ hostname, pathname, port, search }: URL): Target | string | null {
  const target = (kind: EndpointKind, host: string) => ({ kind, url: `https://${host}${pathname}`, shown: host })
  if (hostname === slackHost) {
    const isHook = slackPath.test(pathname) && port === '' && search === ''
    return isHook ? target('slack', slackHost) : 'is no incoming webhook of Slack: it begins with /services/'
  }
  if (hostname === discordHost) {
    const isHook = discordPath.test(pathname) && port === '' && search === ''
    return isHook ? target('discord', discordHost) : 'is no webhook of Discord: it begins with /api/webhooks/'
  }
  return null
}
