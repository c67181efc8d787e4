import type { Sentence } from '@rts/shared/texts/sentence'
import { plural } from './plural.ts'
import { said } from './said.ts'

type Item = {
  name: string
  sentence?: Sentence | undefined
  from: number | null
  to: number | null
  answers?: number | undefined
}
/** An alert in figures: its rule, and the first items of `count`. */
export type ShownAlert = { rule: string; threshold: number | null; count: number; items: readonly Item[] }

/** An alert in a sentence without a full stop. */
export function alertSentence({ rule, threshold, count, items }: ShownAlert): string {
  const [item] = items
  if (count === 1 && item) return ofOne(rule, threshold ?? 0, item)
  const names = items.map(named).join(', ')
  const more = count > items.length ? `, and ${count - items.length} more` : ''
  return `${ofMany(rule, threshold ?? 0, count)}: ${names}${more}`
}

function ofOne(rule: string, threshold: number, { name, sentence, from, to, answers }: Item): string {
  const moved = `from ${place(from)} to ${place(to)}`
  switch (rule) {
    case 'not_found':
      return `“${name}” is no longer found; its usual position was ${place(from)}`
    case 'left_top':
      return `“${name}” left the top ${threshold}: ${moved}`
    case 'fell':
      return `“${name}” fell ${moved}`
    case 'reached_top':
      return `“${name}” reached the top ${threshold}: ${moved}`
    case 'rose':
      return `“${name}” rose ${moved}`
    case 'new_page':
      return `A new page ranks for “${name}”, at position ${place(to)}`
    case 'rival_passed':
      return `${name} came ahead of you`
    case 'checks_fail':
      return `Checks of ${plural(to ?? 0, 'keyword')} have failed for two days${name && `: ${named({ name, sentence })}`}`
    case 'audit_errors':
      return `New error on ${plural(to ?? 0, 'page')}: ${named({ name, sentence })}`
    case 'links_lost':
      return `${name} no longer links to you (${plural(to ?? 0, 'link')})`
    case 'links_won':
      return `${name} links to you now (${plural(to ?? 0, 'link')})`
    case 'ai_lost':
      return `AI engines name you less often for “${name}”${shares(from, to, answers)}`
    case 'ai_won':
      return `AI engines name you more often for “${name}”${shares(from, to, answers)}`
    default:
      return `Clicks from Google fell from ${place(from)} to ${to ?? 0} a week`
  }
}

function ofMany(rule: string, threshold: number, count: number): string {
  switch (rule) {
    case 'not_found':
      return `${plural(count, 'keyword')} are no longer found`
    case 'left_top':
      return `${plural(count, 'keyword')} left the top ${threshold}`
    case 'fell':
      return `${plural(count, 'keyword')} fell by ${threshold} or more`
    case 'reached_top':
      return `${plural(count, 'keyword')} reached the top ${threshold}`
    case 'rose':
      return `${plural(count, 'keyword')} rose by ${threshold} or more`
    case 'new_page':
      return `New pages rank for ${plural(count, 'keyword')}`
    case 'rival_passed':
      return `${plural(count, 'competitor')} came ahead of you`
    case 'audit_errors':
      return `${plural(count, 'new kind of error', 'new kinds of errors')}`
    case 'links_lost':
      return `${plural(count, 'host')} no longer link to you`
    case 'links_won':
      return `${plural(count, 'host')} link to you now`
    case 'ai_lost':
      return `AI engines name you less often for ${plural(count, 'prompt')}`
    default:
      return `AI engines name you more often for ${plural(count, 'prompt')}`
  }
}

function named({ name, sentence }: Pick<Item, 'name' | 'sentence'>): string {
  return sentence ? said(sentence) : name
}

function shares(from: number | null, to: number | null, answers: number | undefined): string {
  return answers === undefined ? '' : `: in ${to} % of the last ${plural(answers, 'answer')}, before in ${from} %`
}

function place(position: number | null): string {
  return position === null || position === 0 ? 'not found' : String(position)
}

/** The names of the rules, as they are chosen. */
export const alertRules: Readonly<Record<string, string>> = {
  not_found: 'A keyword is no longer found',
  left_top: 'A keyword leaves the first places',
  fell: 'A keyword falls by many places',
  reached_top: 'A keyword reaches the first places',
  rose: 'A keyword rises by many places',
  new_page: 'A new page ranks for a keyword',
  rival_passed: 'A competitor comes ahead of you',
  checks_fail: 'Checks fail for two days',
  audit_errors: 'The audit finds new errors',
  links_lost: 'A host no longer links to you',
  links_won: 'A host links to you',
  ai_lost: 'AI engines name you less often',
  ai_won: 'AI engines name you more often',
  clicks_fell: 'Clicks from Google fall',
}

const ofFifty = (times: string) => `Of fifty keywords checked daily, chance rings ${times} a year`

/** The unit of a rule's threshold, and how often the rule rings by chance (docs/product/alerts.md). */
export const alertNotes: Readonly<Record<string, string>> = {
  not_found: `${ofFifty('0.1 to 2.4 times')}.`,
  left_top: `First places. ${ofFifty('0.5 to 7 times')}.`,
  fell: `Places; fewer near the top. ${ofFifty('0.1 to 2 times')}.`,
  reached_top: `First places. ${ofFifty('0.4 times')}.`,
  rose: `Places. ${ofFifty('0.1 times')}.`,
  rival_passed: 'Rings by chance: neighbours on a page pass each other.',
  audit_errors: 'A page that answers badly once rings too.',
  links_lost: 'Strength of the host, 0 to 100. A link that the source of links misses once rings too.',
  links_won: 'Strength of the host, 0 to 100',
  ai_lost: 'Chance rings 0.1 times a year for a prompt.',
  ai_won: 'Chance rings 0.1 times a year for a prompt.',
  clicks_fell:
    'Per cent, beside the four weeks before; from a hundred clicks a week. Chance rings 0.1 to 0.3 times a year.',
}

/** The page of alerts. */
export const alerts = {
  alerts: 'Alerts',
  raised: 'Raised alerts',
  raisedLine: 'The last hundred, of 90 days. An alert comes once, until its condition has ended for two checks.',
  none: 'No alerts. They begin when you turn them on below, and tell of what changes from then on.',
  isNew: 'new',
  site: 'Site',
  ofTheWeek: (shown: number, total: number) =>
    total > shown ? `The last ${shown} of ${total} raised in seven days.` : 'Raised in the last seven days.',
  when: 'Raised',
  alert: 'Alert',
  for: 'For',
  forMe: 'You',
  forChannels: 'Channels',
  emails: 'Emails',
  emailsLine: 'For you alone, about this site. At most one email of alerts a day, for all your sites together.',
  emailAlerts: 'Alerts',
  emailAlertsHint: 'When something changed that the rules below name.',
  emailWeekly: 'Weekly summary',
  emailWeeklyHint: 'Every Monday; alerts of that day join the next email.',
  save: 'Save',
  quiet: 'Quiet hours',
  quietLine: (zone: string) => `No email of alerts in these hours, in your time zone (${zone}).`,
  from: 'From',
  until: 'Until',
  noQuiet: 'No quiet hours',
  notQuiet: 'Not set: emails come at any hour.',
  rules: 'Rules',
  rulesLine:
    'The usual position of a keyword is the median of its last fourteen checks. A change of position counts when three checks in a row show it, or two that were each repeated.',
  myRules: 'For my emails',
  channelRules: 'For the channels',
  channelsLine: 'Webhooks, Slack and Discord of this site. Owners and admins choose their rules.',
  channelsOn: 'Send alerts to the channels of this site',
  preview: (count: number) => `In the last 30 days: ${plural(count, 'alert')}`,
  previewing: 'Counting the alerts of the last 30 days…',
  notCounted: (rules: string) => `Not counted, as the data is not available: ${rules}.`,
  ofRule: (count: number) => (count === 0 ? 'none' : String(count)),
  in30Days: '30 days',
  rule: 'Rule',
  threshold: 'Threshold',
  thresholdOf: (rule: string) => `Threshold: ${rule}`,
  on: 'On',
  askTitle: 'Do you want emails about this site?',
  askLine: 'A weekly summary, and an alert when positions, links or errors change. You can change this at any time.',
  yes: 'Yes, both',
  onlyAlerts: 'Only alerts',
  no: 'No emails',
}
