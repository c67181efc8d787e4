import { Link } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import type { Rights } from '../api/account.ts'
import { Page } from '../kit/layout/page.tsx'
import { pages } from '../routes.ts'
import type { MenuEntry } from './menu.ts'

/** Why a page is closed to a person; undefined if it is open. */
export function closedBecause(entry: MenuEntry | undefined, rights: Rights): string | undefined {
  if (entry?.allSites && rights.isLimited) return t.youSeeOnlySomeSites
  if (entry?.managers && !rights.manages) return t.onlyOwnersAndAdmins
  return entry?.writers && !rights.writes ? t.viewersChangeNothing : undefined
}

/** In the place of a page that is not in the person's menu. */
export function ClosedPage({ name, reason }: { name: string; reason: string }) {
  return (
    <Page title={name} line={reason}>
      <p>
        <Link to={pages.home}>{t.goYourSites}</Link>
      </p>
    </Page>
  )
}
