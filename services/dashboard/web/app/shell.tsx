import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { app as t } from '../../texts/app.ts'
import { useRights } from '../api/account.tsx'
import { read } from '../api/call.ts'
import { Refusal } from '../api/refusal.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Frame } from '../kit/layout/frame.tsx'
import { Offline } from '../kit/offline.tsx'
import { UndoBar } from '../kit/undo-bar.tsx'
import { pages } from '../routes.ts'
import { ClosedPage } from './closed-page.tsx'
import { CommonPlaces } from './common-places.tsx'
import { Crumbs } from './crumbs.tsx'
import { closedBecause, entryOf, type Group, menuOf } from './menu.ts'
import { Menu } from './menu-panel.tsx'
import { NoSuchSite } from './not-found.tsx'
import { type Opened, ShellKeys } from './shell-keys.tsx'
import { SiteChoice, SiteSwitch } from './site-switch.tsx'
import { useNoteSeen } from './use-note-seen.ts'
import { useOpenPage } from './use-sites.ts'

/** The frame around every page of a signed-in person. */
export function Shell() {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const site = useAddressedSite()
  const groups = useGroups(site?.isMissing === false)
  const closed = useClosedPage()
  const { pathname } = useLocation()
  useNoteSeen(site?.isMissing !== true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens
  useEffect(() => setOpen(false), [pathname])
  const choose = (next: Opened) => {
    setOpen(false)
    setOpened(next)
  }
  const close = () => setOpened(undefined)
  const siteSwitch = <SiteSwitch onOpen={() => choose('sites')} />
  const menu = <Menu groups={groups} siteSwitch={siteSwitch} onOpen={choose} onChoose={() => setOpen(false)} />
  return (
    <Frame
      menu={menu}
      top={siteSwitch}
      bottom={<CommonPlaces onMenu={() => setOpen(true)} />}
      onMenu={() => setOpen(true)}
    >
      <Dialog title={t.rankTracker} side="left" open={open} onClose={() => setOpen(false)}>
        {menu}
      </Dialog>
      <ShellKeys groups={groups} opened={opened} onOpen={setOpened} />
      <SiteChoice open={opened === 'sites'} onOpen={() => setOpened('sites')} onClose={close} />
      <Offline />
      <Crumbs />
      {site?.isMissing ? <NoSuchSite key={site.siteId} /> : (closed ?? <Outlet />)}
      <UndoBar />
    </Frame>
  )
}

function useGroups(hasSite: boolean): Group[] {
  const router = useRouter()
  const rights = useRights()
  return menuOf(router, { hasSite, rights })
}

/** In the place of the page that is open, where it is closed to the person. */
function useClosedPage() {
  const router = useRouter()
  const rights = useRights()
  const page = useOpenPage()
  const to = Object.values(pages).find((each) => each === page)
  const entry = to && entryOf(router, to)
  const reason = closedBecause(entry, rights)
  return entry && reason !== undefined ? <ClosedPage name={entry.name} reason={reason} /> : undefined
}

/** The site of the address, and whether the account has it; undefined on other pages. */
function useAddressedSite(): { siteId: string; isMissing: boolean } | undefined {
  const { siteId } = useParams({ strict: false })
  const { error } = useQuery({ ...read('sites.get', { params: { id: siteId ?? '' } }), enabled: siteId !== undefined })
  const isMissing = error instanceof Refusal && error.problem.code === 'not_found'
  return siteId === undefined ? undefined : { siteId, isMissing }
}
