import { trash as t } from '../../../texts/trash.ts'
import { useSiteId } from '../../api/site-id.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Named } from '../team/exports.ts'
import { TrashedKeywords } from './trashed-keywords.tsx'
import { TrashedSites } from './trashed-sites.tsx'

/** The deleted sites and keywords of the account. */
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

/** The deleted keywords of one site. */
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
