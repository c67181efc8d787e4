import type { Letter } from '@rts/shared/mail/letter'
import { alertSentence, type ShownAlert } from './alerts.ts'
import { dayOf, figure } from './letter-words.ts'
import { plural } from './plural.ts'

type Linked = { url: string }
type Rests = Linked & { site: string; address: string; restsFor: 'failing' | 'removed' }
type Report = Linked & {
  stopUrl: string
  title: string
  shownName: string | null
  site: string
  from: string
  until: string
  figures: { name: keyof typeof reportFigures; value: number; before: number | null; answers?: number | undefined }[]
}
type Question = Linked & { stopUrl: string; site: string; service: string }
type AboutSite = Linked & { stopUrl: string; name: string; alerts: readonly ShownAlert[] }
type Alerts = Linked & { stopUrl: string; sites: readonly AboutSite[] }

/** Letters about a site. */
export const siteLetters = {
  /** To the owner of an account whose connection to Google ended. */
  brokenConnection: ({ url, google }: Linked & { google: string }): Letter => ({
    subject: 'Your connection to Google Search Console has ended',
    paragraphs: [
      `Google no longer accepts the connection of ${google}, so no new Search Console data is read.`,
      'Earlier data is kept. A connection ends when it is removed at Google, when the Google password changes, or after half a year without use.',
      'Connect again to continue.',
    ],
    button: { label: 'Connect again', url },
  }),

  /** To the owner of an account when we end sending to an endpoint of a site. */
  webhookRests: ({ url, site, address, restsFor }: Rests): Letter => ({
    subject: `Events of ${site} are no longer sent to ${address}`,
    paragraphs: [
      restsFor === 'removed'
        ? `${address} answered that it no longer exists, so nothing more is sent there.`
        : `${address} accepted no event of ${site} for three days, so nothing more is sent there.`,
      'Events are kept for 14 days. Mend the address and resume it: then they are sent in their order.',
    ],
    button: { label: 'Open webhooks', url },
  }),

  /** To an address that an owner typed: the title is theirs, and the subject is ours. */
  report: ({ url, stopUrl, title, shownName, site, from, until, figures }: Report): Letter => ({
    subject: `Search report on ${site}, ${dayOf(from)} to ${dayOf(until)}`,
    paragraphs: [
      `${shownName ?? site} shares the report “${title}” on ${site} with you, from ${dayOf(from)} to ${dayOf(until)}.`,
      ...figures.map(({ name: which, value, before, answers }) => {
        const { label, unit } = reportFigures[which]
        const was = before === null ? '' : ` (before: ${figure(before)}${unit})`
        const sample = answers === undefined ? '' : ` of ${figure(answers)}`
        return `${label}: ${figure(value)}${unit}${sample}${was}`
      }),
      `No more monthly letters of this report: ${stopUrl}`,
    ],
    button: { label: 'See the report', url },
    stopUrl,
  }),

  /** To an address that an owner typed, before anything else: it has no word of theirs. */
  reportQuestion: ({ url, stopUrl, site, service }: Question): Letter => ({
    subject: `Do you want a monthly search report on ${site}?`,
    paragraphs: [
      `Somebody who tracks ${site} at ${service} wants to email you a search report each month.`,
      'Nothing is sent unless you agree. If you do not answer, you get no further email about this.',
      `No, and never ask again: ${stopUrl}`,
    ],
    button: { label: 'Answer', url },
    stopUrl,
  }),

  /** To a person who asked for alerts: all of a day, of all sites. */
  alerts: ({ url, stopUrl, sites }: Alerts): Letter => {
    const count = sites.reduce((sum, { alerts }) => sum + alerts.length, 0)
    const [only] = sites.length === 1 ? sites : []
    return {
      subject: only ? `${only.name}: ${plural(count, 'alert')}` : `${plural(count, 'alert')} about your sites`,
      paragraphs: sites.flatMap((site) => aboutSite(site, only !== undefined)),
      button: { label: only ? 'See the alerts' : 'See your sites', url },
      stopUrl,
    }
  },
}

/** The paragraphs about one site. */
function aboutSite({ name: site, url, stopUrl, alerts }: AboutSite, isOne: boolean): string[] {
  const lines = alerts.map((alert) => `• ${alertSentence(alert)}`)
  const stop = `No more alerts about ${site}: ${stopUrl}`
  return isOne ? [...lines, stop] : [`${site}: ${url}`, ...lines, stop]
}

const reportFigures = {
  visibility: { label: 'Visibility, of 100', unit: '' },
  top3: { label: 'Keywords in the top 3', unit: '' },
  top10: { label: 'Keywords in the top 10', unit: '' },
  up: { label: 'Keywords that rose', unit: '' },
  down: { label: 'Keywords that fell', unit: '' },
  clicks: { label: 'Clicks from Google', unit: '' },
  mentioned: { label: 'AI answers that name the site', unit: ' %' },
  score: { label: 'Score of the pages, of 100', unit: '' },
  found: { label: 'New links', unit: '' },
  lost: { label: 'Lost links', unit: '' },
}
