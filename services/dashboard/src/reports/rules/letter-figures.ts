import type { ReportDocument, ReportFigure } from '@rts/shared/contract/rows/report'
import { isMostlyKnown } from '@rts/shared/statistics'

type Value = number | null | undefined

/** The figures of a report that are known, for its monthly letter; shares in per cent. */
export function figuresOf({ parts }: ReportDocument): ReportFigure[] {
  const { visibility, ranks, searchConsole, ai, audit, links } = parts
  const counted = ranks && isMostlyKnown(ranks.known ?? ranks.keywords, ranks.keywords) ? ranks : null
  const found: [ReportFigure['name'], Value, Value?][] = [
    ['visibility', visibility?.compared?.score, visibility?.compared?.before],
    ['top3', counted?.top3],
    ['top10', counted?.top10],
    ['up', ranks?.medianDays && ranks.up],
    ['down', ranks?.medianDays && ranks.down],
    ['clicks', searchConsole?.clicks, searchConsole?.before?.clicks],
    ['mentioned', ai?.mentionRate == null ? null : ai.mentionRate * 100],
    ['score', audit?.score],
    ['found', links?.found],
    ['lost', links?.lost],
  ]
  return found.flatMap(([name, value, before]) => {
    if (value == null) return []
    const figure = { name, value, before: before ?? null }
    return [name === 'mentioned' && ai ? { ...figure, answers: ai.answers } : figure]
  })
}
