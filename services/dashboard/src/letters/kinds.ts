import { sentence } from '@rts/shared/contract/fields'
import { givenRoles } from '@rts/shared/contract/operation'
import { alertRules } from '@rts/shared/contract/rows/alert'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import { reportFigure } from '@rts/shared/contract/rows/report'
import type { Letter } from '@rts/shared/mail/letter'
import { z } from 'zod'
import { letters as indonesian } from '../../texts/id/letters.ts'
import { letters as english } from '../../texts/letters.ts'
import { chartOf } from './chart.ts'

/** Of the keywords that did not fall, how many have the same. */
const others = z.object({ n: z.int(), of: z.int() })
const moved = z.object({
  name: z.string(),
  /** 0 is not found. */
  from: z.int(),
  to: z.int(),
  why: z.union([z.object({ rivals: z.array(z.string()), others }), z.object({ page: z.string(), others })]).nullable(),
})
const score = z.number().nullable()

/** A site in a weekly letter, as the letter is sealed: what moved in the week, and what Operator proposes. */
const toldSite = z.object({
  name: z.string(),
  url: z.url(),
  stopUrl: z.url(),
  /** Visibility now, and of the days of the chart, the last is now; null where unknown. */
  score,
  /** Of an earlier day, because too few keywords were checked in time. */
  carried: z.boolean().default(false),
  /** A week before, and now: of the keywords that are known at both times, without those that were added. */
  before: score,
  known: score,
  added: z.int(),
  /** Between which values the visibility usually is. */
  range: z.object({ low: z.number(), high: z.number() }).nullable(),
  scores: z.array(score),
  up: z.int(),
  down: z.int(),
  unknown: z.int(),
  medianDays: z.int().nullable(),
  fell: z.array(moved),
  rose: z.array(moved),
  /** Titles of the first cards, of `cards` in all. */
  next: z.array(sentence),
  cards: z.int(),
  cardsUrl: z.url(),
})
export type ToldSite = z.infer<typeof toldSite>

const url = z.url()
const linked = z.object({ url })
const stoppable = linked.extend({ stopUrl: url })
const figure = z.int().nullable()
const paid = z.object({ amount: z.number(), currency: z.enum(['IDR', 'USD']) })
const alertOfLetter = z.object({
  rule: z.enum(alertRules),
  threshold: figure,
  count: z.int(),
  items: z.array(z.object({ name: z.string(), sentence: sentence.optional(), from: figure, to: figure })),
})

type Variables = { [K in keyof typeof english]: Parameters<(typeof english)[K]>[0] }
type Texts = { readonly [K in keyof Variables]: (variables: Variables[K]) => Letter }

const texts: Readonly<Record<ReaderLanguage, Texts>> = { en: english, id: indonesian }

function say<K extends keyof Variables>(kind: K) {
  return (variables: Variables[K], language: ReaderLanguage): Letter => texts[language][kind](variables)
}

const weeklyVariables = stoppable.extend({ monday: z.iso.date(), sites: z.array(toldSite) })

/** Each kind of letter: its variables, and its text in each language. */
export const letterKinds = {
  verify: { variables: linked, say: say('verify') },
  reset: { variables: linked, say: say('reset') },
  known: { variables: linked, say: say('known') },
  changed: { variables: linked, say: say('changed') },
  newMail: { variables: linked, say: say('newMail') },
  oldMail: { variables: linked, say: say('oldMail') },
  brokenConnection: { variables: linked.extend({ google: z.string() }), say: say('brokenConnection') },
  webhookRests: {
    variables: linked.extend({ site: z.string(), address: z.string(), restsFor: z.enum(['failing', 'removed']) }),
    say: say('webhookRests'),
  },
  invite: {
    variables: stoppable.extend({ inviter: z.string(), role: z.enum(givenRoles), expiresAt: z.string() }),
    say: say('invite'),
  },
  report: {
    variables: stoppable.extend({
      title: z.string(),
      shownName: z.string().nullable(),
      site: z.string(),
      from: z.iso.date(),
      until: z.iso.date(),
      figures: z.array(reportFigure),
    }),
    say: say('report'),
  },
  reportQuestion: {
    variables: stoppable.extend({ site: z.string(), service: z.string() }),
    say: say('reportQuestion'),
  },
  newOwner: { variables: linked.extend({ from: z.string(), to: z.string() }), say: say('newOwner') },
  formerOwner: { variables: linked.extend({ from: z.string(), to: z.string() }), say: say('formerOwner') },
  paymentDue: {
    variables: stoppable.extend({
      plan: z.string(),
      nextPlan: z.string().nullable(),
      paidUntil: z.string(),
      days: z.int(),
    }),
    say: say('paymentDue'),
  },
  planEnded: { variables: linked.extend({ plan: z.string(), endedAt: z.string() }), say: say('planEnded') },
  receipt: {
    variables: linked.extend({ number: z.string(), plan: z.string(), total: paid, endsAt: z.string() }),
    say: say('receipt'),
  },
  inReview: {
    variables: z.object({
      orderId: z.string(),
      accountId: z.string(),
      method: z.string(),
      amount: z.string(),
      expected: paid,
      reason: z.enum(['amount', 'currency', 'account_closed', 'another_payment']),
    }),
    say: say('inReview'),
  },
  alerts: {
    variables: stoppable.extend({
      sites: z.array(stoppable.extend({ name: z.string(), alerts: z.array(alertOfLetter) })),
    }),
    say: say('alerts'),
  },
  weekly: {
    variables: weeklyVariables,
    say: ({ sites, ...week }: z.output<typeof weeklyVariables>, language: ReaderLanguage): Letter =>
      texts[language].weekly({ ...week, sites: sites.map((site) => ({ ...site, chart: chartOf(site.scores) })) }),
  },
  surplus: { variables: linked.extend({ amount: paid }), say: say('surplus') },
}
