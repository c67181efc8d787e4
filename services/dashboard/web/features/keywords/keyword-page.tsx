import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { keywords as t } from '../../../texts/keywords.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Loaded, Muted, Row } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import { defaultDays, ranksOf } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { KeywordActions, KeywordDetails } from './keyword-details.tsx'

const route = getRouteApi(`/inside${pages.keyword}`)

export function KeywordPage() {
  const { siteId, keywordId } = route.useParams()
  const ranks = ranksOf(siteId, { days: defaultDays })
  const { data } = useQuery(ranks)
  const rank = data?.keywords.find(({ id }) => id === keywordId)
  const actions = (
    <Row>
      {rank && <KeywordActions siteId={siteId} rank={rank} />}
      <ButtonLink look="quiet" to={pages.keywords} params={{ siteId }}>
        {t.backToKeywords}
      </ButtonLink>
    </Row>
  )
  return (
    <SiteFrame siteId={siteId} title={rank?.keyword ?? t.keyword} actions={actions}>
      <Loaded query={ranks}>
        {() =>
          rank ? (
            <>
              <Muted>{whereText(rank)}</Muted>
              <KeywordDetails siteId={siteId} rank={rank} days={defaultDays} />
            </>
          ) : (
            <Notice tone="warn">{t.noSuchKeyword}</Notice>
          )
        }
      </Loaded>
    </SiteFrame>
  )
}
