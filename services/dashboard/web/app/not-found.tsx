import { Link } from '@tanstack/react-router'
import { Narrow } from '../kit/layout/narrow.tsx'
import { Page } from '../kit/layout/page.tsx'
import { pages } from '../routes.ts'

export function NotFound() {
  return (
    <Narrow title="There is no such page" line="The address may be mistyped, or the page has moved.">
      <Link to={pages.home}>Go to your sites</Link>
    </Narrow>
  )
}

/** In the place of a page about a site that the account does not have. */
export function NoSuchSite() {
  return (
    <Page
      title="Site not found"
      line="This account has no such site. It may have been deleted, or belong to another account."
    >
      <p>
        <Link to={pages.home}>Go to your sites</Link>
      </p>
    </Page>
  )
}
