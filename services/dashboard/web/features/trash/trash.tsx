import { useMutation } from '@tanstack/react-query'
import { trash as t } from '../../../texts/trash.ts'
import { useRights, useSiteId } from '../../api/account.tsx'
import { call, type OutputOf, readAgain, whole } from '../../api/call.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Notice, Refused } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago, Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Named, type Names } from '../team/exports.ts'
import { deleterName, TrashedKeywords } from './trashed-keywords.tsx'

export function Trash() {
  return (
    <Page title={t.trash} line={t.keptFor30Days}>
      <Named>
        {(nameOf) => (
          <>
            <TrashedSites nameOf={nameOf} />
            <TrashedKeywords siteId={undefined} nameOf={nameOf} />
          </>
        )}
      </Named>
    </Page>
  )
}

export function SiteTrash() {
  const siteId = useSiteId()
  return (
    <SiteFrame
      siteId={siteId}
      title={t.trash}
      actions={
        <ButtonLink look="quiet" to={pages.trash}>
          {t.allTrash}
        </ButtonLink>
      }
    >
      <p>{t.keptFor30Days}</p>
      <Named>{(nameOf) => <TrashedKeywords siteId={siteId} nameOf={nameOf} />}</Named>
    </SiteFrame>
  )
}

type Site = OutputOf<'trashedSites.list'>['sites'][number]

/** Deleted sites. Who may delete one may restore one. */
function TrashedSites({ nameOf }: { nameOf: Names }) {
  const { manages } = useRights()
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: ({ id }: Site) => call('trashedSites.restore', { params: { id } }),
    onSettled: () => readAgain(),
  })
  const restore = buttonColumn<Site>(t.restore, (site) => (
    <Button
      busy={isPending && variables.id === site.id}
      onClick={() => mutate(site)}
      aria-label={t.restoreNamed(site.domain)}
    >
      {t.restore}
    </Button>
  ))
  const columns = columnsOf(nameOf)
  return (
    <Panel title={t.sites} line={t.keywordsComeBack}>
      {error ? <Refused error={error} /> : data && <Notice tone="good">{t.siteRestored(data.project.domain)}</Notice>}
      <Loaded query={whole('trashedSites.list', { query: {} }, 'sites')}>
        {({ sites }) => (
          <Table
            caption={t.sites}
            columns={!manages ? columns : [...columns, restore]}
            rows={sites}
            empty={t.noSites}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function columnsOf(nameOf: Names): Column<Site>[] {
  return [
    { head: t.site, cell: ({ name, domain }) => <b>{name === domain ? domain : `${name} · ${domain}`}</b> },
    { head: t.deleted, cell: ({ deletedAt }) => <Ago at={deletedAt} /> },
    { head: t.by, cell: ({ deletedBy }) => deleterName(deletedBy, nameOf) },
    { head: t.until, cell: ({ restorableUntil }) => <Day at={restorableUntil} /> },
    { head: t.keywords, figures: true, cell: ({ keywords }) => figure(keywords) },
  ]
}
