import { defineRule } from './model.ts'
import { isTop10, type PresentRank, presentRanks } from './present-ranks.ts'
import { counted, pathOf, rankEvidence } from './words.ts'

const max = 5

export const errorsOnRankingPage = defineRule({
  name: 'errors_on_ranking_page',
  statement: 'A page that ranks in the top 10 has an error in the last crawl of your site.',
  reads: ['ranks', 'audit'],
  find({ ranks, audit }, now) {
    const { at, issues, sandbox } = audit
    if (at === null) return []
    const errors = issues.filter(({ severity }) => severity === 'error')
    const ranking = [...presentRanks(ranks, now).values()].filter(({ position }) => isTop10(position))
    const pages = Map.groupBy(ranking, ({ url }) => pageOf(url ?? ''))
    return [...pages].flatMap(([page, keywords]) => {
      const found = errors.filter(({ urls }) => urls.some(({ url }) => pageOf(url) === page))
      if (page === '' || found.length === 0) return []
      const fact = found
        .map(({ code }) => code)
        .sort()
        .join(' ')
      return [
        {
          subject: page,
          fact,
          title: `${pathOf(page)} is in the top 10 and has ${counted(found.length, 'error')}`,
          evidence: [
            ...found.slice(0, max).map(({ title }) => ({ what: title, figure: 'error', at, url: page })),
            ...keywords.sort(byPosition).slice(0, max).map(evidenceOf),
          ],
          at,
          page: 'issues' as const,
          keywordIds: [],
          sandbox: sandbox || keywords.some((keyword) => keyword.sandbox),
        },
      ]
    })
  },
})

function byPosition(one: PresentRank, other: PresentRank): number {
  return one.position - other.position
}

function evidenceOf({ keyword, position, checkedAt: at, url }: PresentRank) {
  return rankEvidence(`Position for “${keyword}”`, { position, at, url })
}

/** An address without its fragment. */
function pageOf(url: string): string {
  if (!URL.canParse(url)) return url
  const page = new URL(url)
  page.hash = ''
  return page.href
}
