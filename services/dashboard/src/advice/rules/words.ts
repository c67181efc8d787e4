import { dayMs } from '@rts/shared/clock'
import type { Evidence } from '@rts/shared/contract/rows/advice'
import { cards } from '@rts/shared/texts/cards'
import type { Sentence } from '@rts/shared/texts/sentence'
import type { Action } from './model.ts'

export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

export function isWithinDays(at: string, days: number, now: Date): boolean {
  return Date.parse(at) >= now.getTime() - days * dayMs
}

export function rankEvidence(
  what: Sentence,
  { position, at, url }: { position: number; at: string; url: string | null },
): Evidence {
  return { what, figure: cards.position({ position }), at, url }
}

/** The latest of some times; the first of them is there. */
export function latest(first: string, ...others: readonly string[]): string {
  return [first, ...others].toSorted().at(-1) ?? first
}

/** The month in which a plan for a refresh is to be published: that of the decision, however late it is carried out. */
export function planMonth(decidedAt: Date): string {
  return decidedAt.toISOString().slice(0, 7)
}

export function actionWords(action: Action, decidedAt: Date): Sentence {
  switch (action.kind) {
    case 'disavow':
      return cards.disavowed({ domain: action.domain })
    case 'plan':
      return cards.planned({ phrase: action.q, month: planMonth(decidedAt) })
    default: {
      const missing: never = action
      return missing
    }
  }
}
