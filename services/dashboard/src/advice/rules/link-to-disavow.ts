import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import { cards } from '@rts/shared/texts/cards'
import { defineRule, type Finding } from './model.ts'
import { latest } from './words.ts'

const max = 10

export const linkToDisavow = defineRule({
  name: 'link_to_disavow',
  statement: cards.linkToDisavowRule,
  action: 'disavow',
  reads: ['links'],
  find({ links }) {
    const bad = links.filter(({ suggestion, disavowed }) => suggestion === 'disavow' && !disavowed)
    return [...Map.groupBy(bad, ({ domainFrom }) => domainFrom)].flatMap(([domain, own]) => findingOf(domain, own))
  },
})

function findingOf(domain: string, links: readonly BacklinkRow[]): Finding[] {
  const seen = links.flatMap(({ firstSeen, lastSeen }) => lastSeen ?? firstSeen ?? [])
  const [first, ...others] = seen
  // A link without a date is no evidence.
  if (first === undefined) return []
  const reasons = [...new Set(links.flatMap((link) => link.reasons))].sort()
  return [
    {
      subject: domain,
      fact: reasons.join(' '),
      at: latest(first, ...others),
      title: cards.linkToDisavow({ domain, count: links.length }),
      evidence: links.slice(0, max).map((link) => ({
        what: cards.link({ anchor: link.anchor ?? '' }),
        figure: cards.signs({ signs: signsOf(link) }),
        at: link.lastSeen ?? link.firstSeen,
        url: link.urlFrom,
      })),
      page: 'backlinks',
      keywordIds: [],
      action: { kind: 'disavow', domain },
      sandbox: links.some(({ sandbox }) => sandbox),
    },
  ]
}

function signsOf({ spamScore, reasons }: BacklinkRow): string {
  const score = spamScore === null ? [] : [`spam score ${spamScore}`]
  return [...score, ...reasons.map((reason) => reason.replaceAll('_', ' '))].join(', ')
}
