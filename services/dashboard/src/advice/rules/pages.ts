import { cards } from '@rts/shared/texts/cards'
import { defineRule, type Finding, type Knowledge } from './model.ts'
import { isTop10, type PresentRank, presentRanks } from './present-ranks.ts'
import { latest, pathOf, rankEvidence } from './words.ts'

const nearest = 11
const farthest = 15
const maxPhrases = 10

type Near = PresentRank & { url: string; volume: number }

export const nearTop10 = defineRule({
  name: 'near_top_10',
  statement: cards.nearTop10Rule({ nearest, farthest }),
  action: 'plan',
  reads: ['ranks', 'volumes'],
  find({ ranks, volumes }, now) {
    const near = [...presentRanks(ranks, now).values()].flatMap((rank) => nearOf(rank, volumes))
    const pages = Map.groupBy(near, ({ url }) => url)
    return [...pages.values()]
      .map((page) => page.sort((one, other) => other.volume - one.volume || (one.id < other.id ? -1 : 1)))
      .sort((one, other) => searchesOf(other) - searchesOf(one))
      .flatMap(findingOf)
  },
})

function nearOf(rank: PresentRank, volumes: Knowledge['volumes']): Near[] {
  const { url, position } = rank
  const volume = volumes.get(rank.id) ?? 0
  return url !== null && volume > 0 && position >= nearest && position <= farthest ? [{ ...rank, url, volume }] : []
}

function searchesOf(page: readonly Near[]): number {
  return page.reduce((sum, { volume }) => sum + volume, 0)
}

/** The most searched phrase is what the page is refreshed for. */
function findingOf(page: readonly Near[]): Finding[] {
  const [lead] = page
  if (!lead) return []
  const { url, keyword: q, country, language } = lead
  const evidence = page.slice(0, maxPhrases).map(({ keyword, position, checkedAt: at, volume }) => ({
    ...rankEvidence(cards.searched({ phrase: keyword, volume }), { position, at, url }),
  }))
  const figures = evidence.map(({ what, figure }) => `${what.text}: ${figure.text}`)
  const context = `Refresh of ${url}. ${figures.join('; ')}`.slice(0, 2_000)
  return [
    {
      subject: url,
      fact: lead.id,
      title: cards.nearTop10({ path: pathOf(url) }),
      evidence,
      at: latest(lead.checkedAt, ...page.map(({ checkedAt }) => checkedAt)),
      page: 'keywords' as const,
      keywordIds: [lead.id],
      action: { kind: 'plan', q, country, language, context },
      sandbox: page.some(({ sandbox }) => sandbox),
    },
  ]
}

const max = 5

export const errorsOnRankingPage = defineRule({
  name: 'errors_on_ranking_page',
  statement: cards.errorsOnRankingPageRule,
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
          title: cards.errorsOnRankingPage({ path: pathOf(page), count: found.length }),
          evidence: [
            ...found
              .slice(0, max)
              .map(({ code, title }) => ({ what: cards.issue({ code, title }), figure: cards.error, at, url: page })),
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
  return rankEvidence(cards.positionFor({ phrase: keyword }), { position, at, url })
}

function pageOf(url: string): string {
  if (!URL.canParse(url)) return url
  const page = new URL(url)
  page.hash = ''
  return page.href
}
