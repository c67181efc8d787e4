import { Link, useParams, useRouter } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import { app as t } from '../../texts/app.ts'
import { menu } from '../../texts/menu.ts'
import { useAccount, useRights } from '../api/account.tsx'
import { sentenceOf } from '../api/refusal.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useKeys } from '../kit/keys/keys.tsx'
import { Ways } from '../kit/keys/ways.tsx'
import { BottomBar, CrumbList, Place, SwitchButton } from '../kit/layout/frame-parts.tsx'
import { Notice } from '../kit/notice.tsx'
import { pages } from '../routes.ts'
import { closedBecause, entryOf, pathTo, type To } from './menu.ts'
import { pageIcons } from './menu-icons.ts'
import { byLastSeen, readSeen } from './seen.ts'
import { useOpenPage, useOpenSite, useSites, useSwitchSite } from './use-sites.ts'

/** The pages above one that the menu does not name, such as an article's list. */
export function Crumbs() {
  const router = useRouter()
  const page = useOpenPage()
  const { siteId = '' } = useParams({ strict: false })
  const above = pathTo(page).filter((to) => to !== page && to !== pages.site)
  const named = above.flatMap((to) => {
    const name = entryOf(router, to)?.name
    return name === undefined ? [] : [{ to, name }]
  })
  return named.length === 0 ? null : (
    <CrumbList name={t.breadcrumb}>
      {named.map(({ to, name }) => (
        <li key={to}>
          <Link to={to} params={{ siteId }}>
            {name}
          </Link>
        </li>
      ))}
    </CrumbList>
  )
}

type Common = [to: To, name: string]

const ofSite: readonly Common[] = [
  [pages.site, menu.overview],
  [pages.operator, menu.toDo],
  [pages.keywords, menu.keywords],
  [pages.comparison, menu.rivals],
  [pages.ideas, menu.groups.content],
]
const ofAccount: readonly Common[] = [
  [pages.home, menu.sites],
  [pages.usage, menu.usage],
  [pages.prices, menu.plans],
  [pages.account, menu.you],
]

export function CommonPlaces() {
  const { accountId } = useAccount()
  const { siteId: open } = useParams({ strict: false })
  const siteId = open ?? readSeen(accountId).find((seen) => seen.siteId !== null)?.siteId ?? undefined
  const router = useRouter()
  const rights = useRights()
  const places = (siteId === undefined ? ofAccount : ofSite).filter(
    ([to]) => closedBecause(entryOf(router, to), rights) === undefined,
  )
  return (
    <BottomBar name={t.places}>
      {places.map(([to, name]) => (
        <Link key={to} to={to} params={{ siteId: siteId ?? '' }} activeOptions={{ exact: true, includeSearch: false }}>
          <Place icon={pageIcons[to] ?? LayoutGrid} name={name} />
        </Link>
      ))}
    </BottomBar>
  )
}

export function SiteSwitch({ onOpen }: { onOpen(): void }) {
  const { data } = useOpenSite()
  const site = data?.project
  return (
    <SwitchButton
      label={t.switchSite}
      name={site?.name ?? t.allSites}
      line={site && site.name !== site.domain ? site.domain : ''}
      onPress={onOpen}
    />
  )
}

const words = { field: t.findASite, placeholder: t.nameOrDomain, list: t.sites, none: t.noSitesMatch }

/** The sites to choose from, those that were looked at last first; the page shows the same of the chosen one. */
export function SiteChoice({ open, onOpen, onClose }: { open: boolean; onOpen(): void; onClose(): void }) {
  const { accountId } = useAccount()
  const { data, error } = useSites(open)
  const change = useSwitchSite()
  useKeys([{ keys: 'g w', does: t.switchSite, run: onOpen }])
  const sites = byLastSeen(data?.projects ?? [], open ? readSeen(accountId) : [])
  const ways = sites.map(({ id, name, domain }) => ({
    id,
    name,
    of: name === domain ? '' : domain,
    go: () => change(id),
  }))
  return (
    <Dialog title={t.switchSite} open={open} onClose={onClose}>
      {error && <Notice tone="bad">{t.yourSitesAreMissingHere(sentenceOf(error))}</Notice>}
      {open && data && <Ways ways={ways} words={words} onClose={onClose} />}
      <ButtonLink to={pages.home} onClick={onClose}>
        {t.allSites}
      </ButtonLink>
    </Dialog>
  )
}
