import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAccount } from '../api/account.ts'
import { read } from '../api/call.ts'
import { signOut } from '../api/watch-session.ts'
import { pages } from '../routes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Frame, NavGroup, NavLinks } from '../ui/frame.tsx'
import { Meter } from '../ui/meter.tsx'
import { Offline } from '../ui/offline.tsx'
import { Row } from '../ui/page.tsx'
import { UndoBar } from '../ui/undo-bar.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { type Opened, ShellKeys } from './shell-keys.tsx'

type To = (typeof pages)[keyof typeof pages]
type Item = { to: To; name: string; managers?: true }
type Group = { name: string; items: Item[] }

/** Of the site that is open. */
const siteGroups: Group[] = [
  {
    name: 'Ranks',
    items: [
      { to: pages.site, name: 'Overview' },
      { to: pages.operator, name: 'Operator' },
      { to: pages.keywords, name: 'Keywords' },
      { to: pages.comparison, name: 'Rank comparison' },
    ],
  },
  {
    name: 'Grow',
    items: [
      { to: pages.research, name: 'Research' },
      { to: pages.planner, name: 'Planner' },
      { to: pages.gap, name: 'Gap' },
      { to: pages.autoAdd, name: 'Auto-add' },
    ],
  },
  {
    name: 'Content',
    items: [
      { to: pages.ideas, name: 'Ideas' },
      { to: pages.plans, name: 'Plan' },
      { to: pages.articles, name: 'Articles' },
    ],
  },
  {
    name: 'Site health',
    items: [
      { to: pages.issues, name: 'On-page issues' },
      { to: pages.structuredData, name: 'Structured data' },
      { to: pages.backlinks, name: 'Backlinks' },
    ],
  },
  {
    name: 'Signals',
    items: [
      { to: pages.analytics, name: 'Analytics' },
      { to: pages.aiVisibility, name: 'AI visibility' },
      { to: pages.searchConsole, name: 'Search console' },
    ],
  },
]
const accountGroups: Group[] = [
  {
    name: 'Developer',
    items: [
      { to: pages.keys, name: 'API keys', managers: true },
      { to: pages.assistants, name: 'Assistants', managers: true },
      { to: pages.reference, name: 'API reference' },
    ],
  },
  {
    name: 'Account',
    items: [
      { to: pages.usage, name: 'Usage' },
      { to: pages.prices, name: 'Plans and orders' },
      { to: pages.team, name: 'Team' },
      { to: pages.googleConnection, name: 'Google search console' },
      { to: pages.audit, name: 'Audit log', managers: true },
      { to: pages.account, name: 'You and your account' },
    ],
  },
]

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const groups = useGroups()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens
  useEffect(() => setOpen(false), [pathname])
  const menu = <Menu groups={groups} onKeys={() => setOpened('keys')} />
  return (
    <Frame menu={menu} onMenu={() => setOpen(true)}>
      <Dialog title="Rank Tracker" side="left" open={open} onClose={() => setOpen(false)}>
        {menu}
      </Dialog>
      <ShellKeys groups={groups} opened={opened} onOpen={setOpened} />
      <Offline />
      <Outlet />
      <UndoBar />
    </Frame>
  )
}

/** The pages that a person can open from here. */
function useGroups(): Group[] {
  const { role } = useAccount()
  const { siteId } = useParams({ strict: false })
  const groups = [
    { name: 'Overview', items: [{ to: pages.home, name: 'Sites' }] },
    ...(siteId === undefined ? [] : siteGroups),
    ...accountGroups,
  ]
  return groups.map(({ name, items }) => ({
    name,
    items: items.filter(({ managers }: Item) => role !== 'member' || !managers),
  }))
}

function Menu({ groups, onKeys }: { groups: readonly Group[]; onKeys(): void }) {
  return (
    <>
      <AccountSwitch />
      {groups.map((group) => (
        <Links key={group.name} {...group} />
      ))}
      <footer>
        <UsedToday />
        <Row>
          <Button look="quiet" onClick={onKeys}>
            Keys
          </Button>
          <Button look="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Row>
      </footer>
    </>
  )
}

function Links({ name, items }: Group) {
  const { siteId = '' } = useParams({ strict: false })
  if (items.length === 0) return null
  return (
    <NavGroup name={name}>
      <NavLinks>
        {items.map(({ to, name: text }): [string, ReactNode] => [
          to,
          <Link key={to} to={to} params={{ siteId }} activeOptions={{ exact: true, includeSearch: false }}>
            {text}
          </Link>,
        ])}
      </NavLinks>
    </NavGroup>
  )
}

function UsedToday() {
  const { accountId } = useAccount()
  const { data } = useQuery(read('usage.get', { params: { accountId } }))
  return data ? <Meter label="Calls today" used={data.calls.used} limit={data.calls.limit} /> : null
}
