import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import { webhookMessages as indonesian } from '../../../texts/id/webhook-messages.ts'
import { webhookMessages as english } from '../../../texts/webhook-messages.ts'
import { cutLines, discordText, isTest, linesOf, slackText, type TestBody, type Told } from '../rules/messages.ts'

const words = { en: english, id: indonesian } as const
/** Discord takes 2,000 characters, Slack more. */
const maxCharacters = 1_900
/** SUPPRESS_EMBEDS: addresses in a message are not fetched. */
const withoutEmbeds = 4

/**
 * An event as an incoming webhook of Slack or Discord takes it: plain text, no notifications, no previews.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and
 * https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function messageOf(kind: 'slack' | 'discord', body: string, language: ReaderLanguage): object {
  const lines = linesIn(body, language)
  if (kind === 'slack')
    return {
      text: cutLines(lines.map(slackText), maxCharacters),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    }
  const content = cutLines(lines.map(discordText), maxCharacters)
  return { content, allowed_mentions: { parse: [] }, flags: withoutEmbeds }
}

function linesIn(body: string, language: ReaderLanguage): string[] {
  // safe because `announce` and `testBody` wrote it
  const event = JSON.parse(body) as Told | TestBody
  return isTest(event) ? [words[language].test(event.data.project.name)] : linesOf(event, words[language])
}
