import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { app as t } from '../../texts/app.ts'
import { useRights } from '../api/account.tsx'
import { read } from '../api/call.ts'
import { readFacts } from '../api/document.ts'
import { Refusal } from '../api/refusal.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Frame } from '../kit/layout/frame.tsx'
import { TopLine } from '../kit/layout/frame-parts.tsx'
import { Offline } from '../kit/notice.tsx'
import { UndoBar } from '../kit/undo.tsx'
import { pages } from '../routes.ts'
import { ClosedPage, NoSuchSite } from './fallback-pages.tsx'
import { closedBecause, entryOf, type Group, menuOf } from './menu.ts'
import { Menu } from './menu-panel.tsx'
import { type Opened, ShellKeys } from './shell-keys.tsx'
import { useNoteSeen, useOpenPage } from './use-sites.ts'
import { CommonPlaces, Crumbs, SiteChoice, SiteSwitch } from './wayfinding.tsx'

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
  const menu = { groups, siteSwitch, onOpen: choose, onChoose: () => setOpen(false) }
  return (
    <Frame menu={<Menu {...menu} />} top={siteSwitch} bottom={<CommonPlaces />} onMenu={() => setOpen(true)}>
      <Dialog title={t.rankTracker} side="left" open={open} onClose={() => setOpen(false)}>
        <Menu {...menu} isWhole />
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

/** A page of this installation, which says where data may be invented. */
export function EveryPage() {
  return (
    <>
      {readFacts().isSandboxed && <TopLine name={t.simulatedData}>{t.dataMayBeSimulated}</TopLine>}
      <Outlet />
    </>
  )
}
