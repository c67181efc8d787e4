import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Page } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { FileSubject } from '../../kit/table/csv.ts'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'

type Site = OutputOf<'sites.get'>['project']

export function SiteFrame(props: { siteId: string; title: string; actions?: ReactNode; children: ReactNode }) {
  const { siteId, title, actions, children } = props
  const { data } = useQuery(read('sites.get', { params: { id: siteId } }))
  return (
    <FileSubject value={data?.project.domain ?? ''}>
      <Page title={title} where={data && whereOf(data.project)} actions={actions}>
        {data?.project.frozen && <Notice tone="warn">{t.frozen(<Link to={pages.prices}>{t.upgrade}</Link>)}</Notice>}
        {children}
      </Page>
    </FileSubject>
  )
}

function whereOf({ checksPausedAt, frozen, ...locale }: Site): string {
  const state = frozen ? t.overThePlansLimit : checksPausedAt ? t.checksPaused : ''
  return `${whereText(locale)}${state}`
}
