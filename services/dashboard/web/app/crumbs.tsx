import { Link, useParams, useRouter } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { menu } from '../../texts/menu.ts'
import { type Crumb, CrumbList } from '../kit/layout/crumbs.tsx'
import { pages } from '../routes.ts'
import { entryOf, type To } from './menu.ts'
import { pathTo } from './site-page.ts'
import { useOpenPage, useOpenSite } from './use-sites.ts'

/** Where the page is: below which site, or in which group of the menu. */
export function Crumbs() {
  const router = useRouter()
  const page = useOpenPage()
  const { siteId } = useParams({ strict: false })
  const { data } = useOpenSite()
  const path = pathTo(page)
  const named = path.flatMap((to): Crumb[] => {
    const name = to === pages.site ? data?.project.name : entryOf(router, to)?.name
    return name === undefined ? [] : [{ key: to, name, link: to === page ? undefined : linkTo(to, name, siteId) }]
  })
  const first = siteId === undefined ? groupOf(entryOf(router, path[0] ?? pages.home)?.group) : allSites
  return named.length === 0 ? null : <CrumbList name={t.breadcrumb} crumbs={[...first, ...named]} />
}

const allSites: Crumb[] = [{ key: pages.home, name: menu.sites, link: <Link to={pages.home}>{menu.sites}</Link> }]

function groupOf(group: keyof typeof menu.groups | undefined): Crumb[] {
  return group === undefined ? [] : [{ key: group, name: menu.groups[group], link: undefined }]
}

function linkTo(to: To, name: string, siteId = '') {
  return (
    <Link to={to} params={{ siteId }}>
      {name}
    </Link>
  )
}
