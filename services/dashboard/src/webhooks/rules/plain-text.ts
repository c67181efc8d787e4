/** After an @ it keeps a name from being one that is notified, and is not seen. */
const wordJoiner = '\u2060'

/** A text as Slack shows it, without links, formats and notifications: https://docs.slack.dev/messaging/formatting-message-text. */
export function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', `@${wordJoiner}`)
}

/** A text as Discord shows it, without links, formats and mentions. */
export function discordText(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#]/g, (mark) => `\\${mark}`).replaceAll('@', `@${wordJoiner}`)
}

/** At most so many code units, cut between lines. */
export function cutLines(lines: readonly string[], max: number): string {
  let text = ''
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`
    if (longer.length > max) break
    text = longer
  }
  return text || (lines[0] ?? '').slice(0, max)
}
