import { fewestOfAShare, type Interval, wilsonInterval } from '@rts/shared/statistics'

/** Good answers of a window, how many of them name and cite the site, and how often rivals are named in them. */
export type Counts = { answers: number; mentioned: number; cited: number; rivals: number }

/**
 * Parts of 1 with their 95 % intervals; null below ten answers. Share of voice: the site's mentions among those of all that are known.
 * The names in one answer depend on one another, so its interval is that of as many names as there are answers, at most.
 */
export function ratesOf({ answers, mentioned, cited, rivals }: Counts) {
  const isKnown = answers >= fewestOfAShare
  const names = mentioned + rivals
  const [mention, mentions] = rateOf(mentioned, isKnown ? answers : 0)
  const [citation, citations] = rateOf(cited, isKnown ? answers : 0)
  const [share, shares] = rateOf(mentioned, isKnown ? names : 0, Math.min(names, answers))
  return {
    answers,
    mentioned,
    cited,
    names,
    mentionRate: mention,
    citationRate: citation,
    shareOfVoice: share,
    intervals: { mentionRate: mentions, citationRate: citations, shareOfVoice: shares },
  }
}

/** The part and its interval, as if it were of `n`. */
function rateOf(part: number, whole: number, n = whole): [number | null, Interval | null] {
  if (whole === 0) return [null, null]
  const interval = wilsonInterval((part / whole) * n, n)
  return [rounded(part / whole), interval && { low: rounded(interval.low), high: rounded(interval.high) }]
}

function rounded(rate: number): number {
  return Math.round(10_000 * rate) / 10_000
}
