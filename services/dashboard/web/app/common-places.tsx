import { Link, useParams, useRouter } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { menu } from '../../texts/menu.ts'
import { useAccount, useRights } from '../api/account.tsx'
import { BottomBar, type IconName, Place } from '../kit/layout/bottom-bar.tsx'
import { pages } from '../routes.ts'
import { closedBecause, entryOf, type To } from './menu.ts'
import { readSeen } from './seen.ts'

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

/** The bar of a phone: four places of the site that is open or was open last, and the menu. */
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
