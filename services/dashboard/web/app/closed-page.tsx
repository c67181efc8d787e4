import { Link } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { Page } from '../kit/layout/page.tsx'
import { pages } from '../routes.ts'

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
