import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { app as t } from '../../texts/app.ts'
import { sentenceOf } from '../api/refusal.ts'
import { Button } from '../kit/button.tsx'
import { Narrow } from '../kit/layout/narrow.tsx'
import { Page } from '../kit/layout/page.tsx'
import { pages } from '../routes.ts'
import { reloadOnce, StaleBuild } from '../routing/page-code.ts'

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

export function ClosedPage({ name, reason }: { name: string; reason: string }) {
  return (
    <Page title={name} line={reason}>
      <p>
        <Link to={pages.home}>{t.goYourSites}</Link>
      </p>
    </Page>
  )
}

export function Failed({ error }: { error: unknown }) {
  const isStale = error instanceof StaleBuild
  useEffect(() => {
    if (isStale) reloadOnce()
  }, [isStale])
  return (
    <Narrow title={t.thisPageCannotBeShown} line={isStale ? t.newerVersionOfThesePages : sentenceOf(error)}>
      <p>
        <Button onClick={() => location.reload()}>{t.tryAgain}</Button>
      </p>
    </Narrow>
  )
}
