import { Link } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { Narrow } from '../kit/layout/narrow.tsx'
import { Page } from '../kit/layout/page.tsx'
import { pages } from '../routes.ts'

export function NotFound() {
  return (
    <Narrow title={t.pageNotFound} line={t.addressMayBeMistyped}>
      <Link to={pages.home}>{t.goYourSites}</Link>
    </Narrow>
  )
}

export function NoSuchSite() {
  return (
    <Page title={t.siteNotFound} line={t.siteMayHaveBeenDeleted}>
      <p>
        <Link to={pages.home}>{t.goYourSites}</Link>
      </p>
    </Page>
  )
}
