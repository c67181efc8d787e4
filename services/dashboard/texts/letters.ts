import type { Letter } from '@rts/shared/mail/letter'
import { alertSentence, type ShownAlert } from './alerts.ts'
import { plural } from './plural.ts'
import { weekly } from './weekly.ts'

type Linked = { url: string }
type Invited = Linked & { stopUrl: string; inviter: string; role: 'admin' | 'member' | 'viewer'; expiresAt: string }
type Due = Linked & { stopUrl: string; plan: string; nextPlan: string | null; paidUntil: string; days: number }
type Rests = Linked & { site: string; address: string; restsFor: 'failing' | 'removed' }
type Ended = Linked & { plan: string; endedAt: string }
type Receipt = Linked & { number: string; plan: string; total: string; endsAt: string }
type Report = Linked & {
  stopUrl: string
  title: string
  shownName: string | null
  site: string
  from: string
  until: string
  figures: { name: keyof typeof reportFigures; value: number; before: number | null }[]
}
type AboutSite = Linked & { stopUrl: string; name: string; alerts: readonly ShownAlert[] }
type Alerts = Linked & { stopUrl: string; sites: readonly AboutSite[] }
type Review = {
  orderId: string
  accountId: string
  method: string
  amount: string
  expected: string
  reason: 'amount' | 'currency' | 'account_closed' | 'another_payment'
}

const roleNames = { admin: 'an admin', member: 'a member', viewer: 'a viewer' }
const ignore = 'If this was not you, you can ignore this email.'

/** The letters of the service: subject, paragraphs and the label of the button. */
export const letters = {
  /** To an address that signed up. */
  verify: ({ url }: Linked): Letter => ({
    subject: 'Confirm your email address',
    paragraphs: ['Open this link to confirm your email address. The link works for a day.', ignore],
    button: { label: 'Confirm email', url },
  }),

  /** To a person who asked for a new password. */
  reset: ({ url }: Linked): Letter => ({
    subject: 'Set a new password',
    paragraphs: [
      'Open this link to set a new password. It works once, within an hour.',
      `${ignore} Your password stays the same.`,
    ],
    button: { label: 'Set a new password', url },
  }),

  /** To a person whose address signed up again. */
  known: ({ url }: Linked): Letter => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone signed up with this address, which already has an account. Sign in, or set a new password there.',
      ignore,
    ],
    button: { label: 'Sign in', url },
  }),

  /** To a person whose password was reset. */
  changed: ({ url }: Linked): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and all other sessions were ended.',
      'If this was not you, set a new password at once.',
    ],
    button: { label: 'Set a new password', url },
  }),

  /** To the address that a person wants to use from now on. */
  newMail: ({ url }: Linked): Letter => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'To use this address from now on, open this link while you are signed in with the old one. It works once, within a day.',
      ignore,
    ],
    button: { label: 'Use this address', url },
  }),

  /** To the current address of a person who asked to use another. */
  oldMail: ({ url }: Linked): Letter => ({
    subject: 'You asked to change your email address',
    paragraphs: [
      'Someone who is signed in to your account asked to use another email address. Nothing changes until the link sent to that address is opened.',
      'If this was not you, set a new password at once: that cancels the request and ends all sessions.',
    ],
    button: { label: 'Set a new password', url },
  }),

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

  /** To a person who may not know the product: the inviter writes none of it. */
  invite: ({ url, stopUrl, inviter, role, expiresAt }: Invited): Letter => ({
    subject: 'You are invited to an account',
    paragraphs: [
      `${inviter} invites you to their account as ${roleNames[role]}.`,
      `The invite is for this address only and expires on ${dayOf(expiresAt)}.`,
      'If you do not know the sender, you can ignore this email.',
      `No more invites to this address: ${stopUrl}`,
    ],
    button: { label: 'See the invite', url },
    stopUrl,
  }),

  /** To an address that an owner typed: the title is theirs, and the subject is ours. */
  report: ({ url, stopUrl, title, shownName, site, from, until, figures }: Report): Letter => ({
    subject: `Search report on ${site}, ${dayOf(from)} to ${dayOf(until)}`,
    paragraphs: [
      `${shownName ?? site} shares the report “${title}” on ${site} with you, from ${dayOf(from)} to ${dayOf(until)}.`,
      ...figures.map(({ name: which, value, before }) => {
        const { label, unit } = reportFigures[which]
        const was = before === null ? '' : ` (before: ${figure(before)}${unit})`
        return `${label}: ${figure(value)}${unit}${was}`
      }),
      `No more monthly letters of this report: ${stopUrl}`,
    ],
    button: { label: 'See the report', url },
    stopUrl,
  }),

  /** To the new owner of an account. */
  newOwner: ({ url, from }: Linked & { from: string }): Letter => ({
    subject: 'You now own an account',
    paragraphs: [
      `${from} transferred the ownership of their account to you.`,
      'You now receive its orders and its mail. The former owner is an admin.',
    ],
    button: { label: 'See the team', url },
  }),

  /** To the former owner of an account. */
  formerOwner: ({ url, to }: Linked & { to: string }): Letter => ({
    subject: 'Your account has a new owner',
    paragraphs: [
      `The ownership of your account was transferred to ${to}. You are now an admin.`,
      'If this was not you, set a new password at once and contact us.',
    ],
    button: { label: 'See the team', url },
  }),

  /** To an owner whose plan ends soon. */
  paymentDue: ({ url, stopUrl, plan, nextPlan, paidUntil, days }: Due): Letter => ({
    subject: `Your ${name(plan)} plan ends ${whenIn(days)}`,
    paragraphs: [
      `${name(plan)} is paid until ${dayOf(paidUntil)}. ${
        nextPlan
          ? `The account then changes to ${name(nextPlan)}.`
          : `You keep ${name(plan)} for seven more days; then the account is on Free, and nothing is deleted.`
      }`,
      'The plan does not renew automatically. To keep it, pay for another month or year.',
      `No more of these reminders: ${stopUrl}`,
    ],
    button: { label: 'See plans and prices', url },
    stopUrl,
  }),

  /** To an owner whose account is now on Free. */
  planEnded: ({ url, plan, endedAt }: Ended): Letter => ({
    subject: `Your ${name(plan)} plan has ended`,
    paragraphs: [
      `${name(plan)} was paid until ${dayOf(endedAt)}, and the account is now on Free.`,
      'Nothing was deleted: data beyond the limits of Free is kept and no longer checked. Checks resume as soon as you pay for a plan.',
    ],
    button: { label: 'See plans and prices', url },
  }),

  /** To an owner who has paid. */
  receipt: ({ url, number, plan, total, endsAt }: Receipt): Letter => ({
    subject: `Receipt ${number}`,
    paragraphs: [`Thank you. We have received ${total} for ${name(plan)}, until ${dayOf(endsAt)}.`],
    button: { label: 'See the receipt', url },
  }),

  /** To support: a payment that no rule settles. */
  inReview: ({ orderId, accountId, reason, method, amount, expected }: Review): Letter => ({
    subject: `A payment needs a decision: order ${orderId}`,
    paragraphs: [
      `A payment of ${amount} by ${method} arrived for order ${orderId} of account ${accountId} (${expected}), and ${reviewReasons[reason]}.`,
      'Nothing was granted for it. Settle the order (order settle) or refund it (order refund).',
    ],
  }),

  /** To an owner who has paid twice. */
  surplus: ({ url, amount }: Linked & { amount: string }): Letter => ({
    subject: 'You have paid twice',
    paragraphs: [
      `Another payment of ${amount} arrived for an order that was already paid.`,
      'It is kept as credit for your next order. For a refund, reply to this email.',
    ],
    button: { label: 'See the order', url },
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

  weekly,
}

/** The paragraphs about one site. */
function aboutSite({ name: site, url, stopUrl, alerts }: AboutSite, isOne: boolean): string[] {
  const lines = alerts.map((alert) => `• ${alertSentence(alert)}`)
  const stop = `No more alerts about ${site}: ${stopUrl}`
  return isOne ? [...lines, stop] : [`${site}: ${url}`, ...lines, stop]
}

/** The page that a link to unsubscribe opens. */
export const unsubscribe = {
  invite: { label: 'No more invites', done: 'This address gets no more invites by email.' },
  reminder: { label: 'No more reminders', done: 'This address gets no more payment reminders.' },
  report: {
    label: 'No more letters of this report',
    done: 'This address gets no more monthly letters of this report.',
  },
  alerts: { label: 'No more alerts by email', done: 'You get no more alerts about this site by email.' },
  weekly: { label: 'No more weekly emails', done: 'You get no more weekly emails about this site.' },
  broken: { title: 'This link is incomplete', text: 'Copy the whole link from the email.' },
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

const reviewReasons: Readonly<Record<Review['reason'], string>> = {
  amount: 'its amount differs from the order',
  currency: 'its currency differs from the order',
  account_closed: 'the account was closed before it arrived',
  another_payment: 'the order already waits for your decision',
}

function whenIn(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

function name(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

function figure(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
}

function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(timestamp))
}
