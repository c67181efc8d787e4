import type { EngineMentions, MentionFilter } from '@rts/shared/contract/rows/prompt'
import { fewestOfAShare, type Interval, wilsonInterval } from '@rts/shared/statistics'

/** Usable answers of a window, those that name or cite the site, and rivals' mentions. */
export type Counts = { answers: number; mentioned: number; cited: number; rivals: number }

/** Shares of 1 with 95 % intervals; null below ten answers. Names in an answer are dependent: n is the answers, at most. */
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

/** Interval as for `n` samples. */
function rateOf(part: number, whole: number, n = whole): [number | null, Interval | null] {
  if (whole === 0) return [null, null]
  const interval = wilsonInterval((part / whole) * n, n)
  return [rounded(part / whole), interval && { low: rounded(interval.low), high: rounded(interval.high) }]
}

function rounded(rate: number): number {
  return Math.round(10_000 * rate) / 10_000
}

type Mention = { engine: string; mentioned: boolean; cited: boolean }

const isAny: Record<MentionFilter, (answers: readonly Mention[]) => boolean> = {
  named: (answers) => answers.some(({ mentioned }) => mentioned),
  not_named: (answers) => answers.some(({ mentioned }) => !mentioned),
  cited: (answers) => answers.some(({ cited }) => cited),
}

/** An unanswered prompt is neither mentioned nor unmentioned. */
export function isMentioned(answers: readonly Mention[], filter: MentionFilter): boolean {
  return isAny[filter](answers)
}

/** Last answers by engine, each of `engines` once. */
export function countMentions(engines: readonly string[], answers: readonly Mention[]): EngineMentions[] {
  return engines.map((engine) => {
    const own = answers.filter((answer) => answer.engine === engine)
    return {
      engine,
      answers: own.length,
      mentioned: own.filter(({ mentioned }) => mentioned).length,
      cited: own.filter(({ cited }) => cited).length,
    }
  })
}
