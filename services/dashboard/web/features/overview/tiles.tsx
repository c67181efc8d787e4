import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { overview as t } from '../../../texts/overview.ts'
import { ScoreSpark } from '../../kit/chart/rank-spark.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Moved } from '../../kit/words/change.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { courseOf, type Days, type Rank, type RankGroup, rankGroups, visibilityOf } from '../ranks/exports.ts'
import { changeOf } from './briefing.ts'

type TilesProps = { siteId: string; days: Days; score: number | null; keywords: readonly Rank[] }

/** The figures of the day, each with its change and its course; what is failed or waiting only where there is any. */
export function Tiles({ siteId, days, score, keywords }: TilesProps) {
  const { data } = useQuery(courseOf(siteId, days))
  const navigate = useNavigate()
  const groupOf = (only: RankGroup) => keywords.filter(rankGroups[only].has)
  const tile = (only: RankGroup, course?: readonly number[]) => (
    <Stat
      key={only}
      name={rankGroups[only].name}
      figure={figure(groupOf(only).length)}
      hint={course && t.ofKeywords(keywords.length)}
      onChoose={() => void navigate({ to: pages.keywords, params: { siteId }, search: { days, only } })}
    >
      {course && <Course values={course} />}
    </Stat>
  )
  const top10 = data?.days.map((_, i) => (data.counts.top3[i] ?? 0) + (data.counts.top10[i] ?? 0)) ?? []
  const asked = (['snippet', 'ai', 'cited', 'notFound', 'failed', 'waiting'] as const).filter(
    (only) => groupOf(only).length > 0,
  )
  return (
    <Stats>
      <Stat {...visibilityOf(score)}>
        <Course values={data?.hosts[0]?.scores ?? []} carried={data?.hosts[0]?.carried} />
      </Stat>
      {tile('top10', top10)}
      {tile('top3', data?.counts.top3 ?? [])}
      {asked.map((only) => tile(only))}
    </Stats>
  )
}

type CourseProps = { values: readonly (number | null)[]; carried?: readonly boolean[] | undefined }

function Course({ values, carried }: CourseProps) {
  return (
    <>
      <Moved by={changeOf(values)} />
      <ScoreSpark values={values} carried={carried} />
    </>
  )
}
