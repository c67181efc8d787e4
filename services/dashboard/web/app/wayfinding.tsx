import { Link, useParams, useRouter } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { menu } from '../../texts/menu.ts'
import { useAccount, useRights } from '../api/account.tsx'
import { sentenceOf } from '../api/refusal.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useKeys } from '../kit/keys/keys.tsx'
import { Ways } from '../kit/keys/ways.tsx'
import { BottomBar, type Crumb, CrumbList, type IconName, Place, SwitchButton } from '../kit/layout/frame-parts.tsx'
import { Notice } from '../kit/notice.tsx'
import { pages } from '../routes.ts'
import { closedBecause, entryOf, pathTo, type To } from './menu.ts'
import { byLastSeen, readSeen } from './seen.ts'
import { useOpenPage, useOpenSite, useSites, useSwitchSite } from './use-sites.ts'

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

type Common = { to: To; name: string; icon: IconName }

const ofSite: readonly Common[] = [
  { to: pages.home, name: menu.sites, icon: 'sites' },
  { to: pages.site, name: menu.overview, icon: 'overview' },
  { to: pages.keywords, name: menu.keywords, icon: 'keywords' },
  { to: pages.operator, name: menu.operator, icon: 'operator' },
]
const ofAccount: readonly Common[] = [
  { to: pages.home, name: menu.sites, icon: 'sites' },
  { to: pages.usage, name: menu.usage, icon: 'usage' },
  { to: pages.prices, name: menu.plans, icon: 'plans' },
  { to: pages.account, name: menu.you, icon: 'account' },
]

export function CommonPlaces({ onMenu }: { onMenu(): void }) {
  const { accountId } = useAccount()
  const { siteId: open } = useParams({ strict: false })
  const siteId = open ?? readSeen(accountId).find((seen) => seen.siteId !== null)?.siteId ?? undefined
  const router = useRouter()
  const rights = useRights()
  const places = (siteId === undefined ? ofAccount : ofSite).filter(
    ({ to }) => closedBecause(entryOf(router, to), rights) === undefined,
  )
  return (
    <BottomBar name={t.places} menu={<Place icon="menu" name={t.menu} onPress={onMenu} />}>
      {places.map(({ to, name, icon }) => (
        <Link key={to} to={to} params={{ siteId: siteId ?? '' }} activeOptions={{ exact: true, includeSearch: false }}>
          <Place icon={icon} name={name} />
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
      name={site?.name ?? t.chooseASite}
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
    </Dialog>
  )
}
