import { isWithin } from '@rts/shared/hosts'

/** Null: unknown, never a signal. */
export type LinkFacts = {
  domainFrom: string
  anchor: string | null
  dofollow: boolean | null
  isLost: boolean | null
  /** Linking domain, 0 to 100. */
  authority: number | null
  /** A provider's, 0 to 100. */
  spamScore: number | null
  linksOnPage: number | null
  /** Followed links from this domain with this anchor. */
  pagesWithAnchor: number
  /** Deleted or noindex. */
  isGone: boolean | null
}
/** `words`: words of its phrases. */
export type SiteFacts = { domains: readonly string[]; phrases: ReadonlySet<string>; words: ReadonlySet<string> }

const keeps = ['lost', 'not_followed', 'own_domain', 'high_authority'] as const
const signals = {
  spam_high: 3,
  spam_medium: 1,
  unrelated_trade: 2,
  many_links: 1,
  repeated_anchor: 1,
  exact_phrase: 1,
  page_gone: 1,
} as const
export type KeepReason = (typeof keeps)[number]
export type Signal = keyof typeof signals
export type Review = { suggestion: 'keep' | 'review' | 'disavow'; reasons: (KeepReason | Signal)[] }

/** Trades that buy links in bulk. In host names, longer ones match inside words. */
const trades =
  /^(casinos?|pokers?|slots?|betting|gambling|jackpots?|viagra|cialis|levitra|tramadol|pharmacy|porno?|sex|xxx|escorts?|camgirls?|payday|replica)$/
const tradesInHosts = /casino|viagra|cialis|levitra|tramadol|gambling|jackpot|escort|camgirl/

export function siteFacts(domains: readonly string[], phrases: readonly string[]): SiteFacts {
  return { domains, phrases: new Set(phrases), words: new Set(phrases.flatMap(wordsOf)) }
}

/**
 * Suggests what to do with a link, with the reasons as codes. Lost, unfollowed, own and authoritative links are kept at once. Points
 * of the signals: 4 or more from two of them say disavow, 2 or more say review. Without a spam score it never says more than
 * review: Google ignores most bad links by itself, and a good one that is disavowed is lost. The rules are our own.
 */
export function reviewLink(link: LinkFacts, site: SiteFacts): Review {
  const kept = keepReason(link, site)
  if (kept) return { suggestion: 'keep', reasons: [kept] }
  const reasons = signalsOf(link, site)
  const points = reasons.reduce((sum, reason) => sum + signals[reason], 0)
  if (points >= 4 && reasons.length >= 2 && link.spamScore !== null) return { suggestion: 'disavow', reasons }
  return { suggestion: points >= 2 ? 'review' : 'keep', reasons }
}

function keepReason({ isLost, dofollow, domainFrom, authority }: LinkFacts, { domains }: SiteFacts): KeepReason | null {
  if (isLost) return 'lost'
  if (dofollow === false) return 'not_followed'
  if (domains.some((domain) => isWithin(domainFrom, domain))) return 'own_domain'
  return authority !== null && authority >= 60 ? 'high_authority' : null
}

function signalsOf(link: LinkFacts, { phrases, words }: SiteFacts): Signal[] {
  const { spamScore, linksOnPage, anchor, authority } = link
  const found: [Signal, boolean][] = [
    ['spam_high', spamScore !== null && spamScore >= 60],
    ['spam_medium', spamScore !== null && spamScore >= 30 && spamScore < 60],
    ['unrelated_trade', isUnrelatedTrade(link, words)],
    ['many_links', linksOnPage !== null && linksOnPage > 100],
    ['repeated_anchor', link.dofollow === true && link.pagesWithAnchor >= 50],
    [
      'exact_phrase',
      anchor !== null && authority !== null && authority < 10 && phrases.has(anchor.trim().toLowerCase()),
    ],
    ['page_gone', link.isGone === true],
  ]
  return found.flatMap(([signal, holds]) => (holds ? [signal] : []))
}

/** A trade absent from the site's own phrases: casinos link to casinos. */
function isUnrelatedTrade({ anchor, domainFrom }: LinkFacts, own: ReadonlySet<string>): boolean {
  const hostWords = domainFrom.split(/[^a-z]+/).flatMap((word) => tradesInHosts.exec(word)?.[0] ?? word)
  const words = [...wordsOf(anchor ?? ''), ...hostWords].filter((word) => trades.test(word))
  return words.some((word) => !own.has(word))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
