import { locale } from '../../../texts/locale.ts'
import { sites as t } from '../../../texts/sites.ts'
import type { OutputOf } from '../../api/call.ts'

export type Site = OutputOf<'siteSummaries.list'>['sites'][number]

/** The visibility; null before the first check. */
export function scoreOf({ score, checkedAt }: Pick<Site, 'score' | 'checkedAt'>): number | null {
  return checkedAt === null ? null : score
}

/** How far the visibility of the keywords that are known at both times went; null where there are none. */
export function gainOf({ compared }: Pick<Site, 'compared'>): number | null {
  const { score = null, before = null } = compared ?? {}
  return score === null || before === null ? null : Math.round(10 * (score - before)) / 10
}

type Known = Pick<Site, 'frozen' | 'checksPausedAt' | 'failed' | 'checkedAt'>

/** The state of a site's checks in a word or two. */
export function stateOf({ frozen, checksPausedAt, failed, checkedAt }: Known) {
  if (frozen) return { word: t.overTheLimit, tone: 'warn' } as const
  if (checksPausedAt !== null) return { word: t.paused, tone: 'plain' } as const
  if (failed > 0) return { word: t.failedNamed(failed.toLocaleString(locale)), tone: 'bad' } as const
  if (checkedAt === null) return { word: t.notCheckedYet, tone: 'plain' } as const
  return { word: t.checked, tone: 'good' } as const
}
