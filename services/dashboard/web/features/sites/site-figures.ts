import type { OutputOf } from '../../api/call.ts'

export type Site = OutputOf<'siteSummaries.list'>['sites'][number]

/** The visibility; null before the first check. */
export function scoreOf({ score, checkedAt }: Pick<Site, 'score' | 'checkedAt'>): number | null {
  return checkedAt === null ? null : score
}

/** How far the visibility went in the thirty days; null without a day to compare with. */
export function gainOf({ scores }: Pick<Site, 'scores'>): number | null {
  const known = scores.filter((score) => score !== null)
  const [first, last] = [known[0], known.at(-1)]
  return known.length < 2 || first === undefined || last === undefined ? null : Math.round(10 * (last - first)) / 10
}

type Known = Pick<Site, 'frozen' | 'checksPausedAt' | 'failed' | 'checkedAt'>

/** What becomes of the checks of a site, in a word or two. */
export function stateOf({ frozen, checksPausedAt, failed, checkedAt }: Known) {
  if (frozen) return { word: 'over the limit', tone: 'warn' } as const
  if (checksPausedAt !== null) return { word: 'paused', tone: 'plain' } as const
  if (failed > 0) return { word: `${failed.toLocaleString('en')} failed`, tone: 'bad' } as const
  if (checkedAt === null) return { word: 'not checked yet', tone: 'plain' } as const
  return { word: 'checked', tone: 'good' } as const
}
