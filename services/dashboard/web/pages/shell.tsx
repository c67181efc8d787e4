import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAccount } from '../api/account.ts'
import { read } from '../api/call.ts'
import { signOut } from '../api/watch-session.ts'
import { pages } from '../routes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Frame, NavGroup, NavLinks } from '../ui/frame.tsx'
import { Meter } from '../ui/meter.tsx'
import { AccountSwitch } from './account-switch.tsx'

type Item = { to: (typeof pages)[keyof typeof pages]; name: string; managers?: true }
const groups: { name: string; items: Item[] }[] = [
  { name: 'Ranks', items: [{ to: pages.home, name: 'Sites' }] },
  {
    name: 'Developer',
    items: [
      { to: pages.keys, name: 'API keys', managers: true },
      { to: pages.assistants, name: 'Assistants', managers: true },
    ],
  },
  {
    name: 'Account',
    items: [
      { to: pages.usage, name: 'Usage' },
      { to: pages.audit, name: 'Audit log', managers: true },
      { to: pages.account, name: 'You and your account' },
    ],
  },
]

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens
  useEffect(() => setOpen(false), [pathname])
  return (
    <Frame menu={<Menu />} onMenu={() => setOpen(true)}>
      <Dialog title="Rank Tracker" side="left" open={open} onClose={() => setOpen(false)}>
        <Menu />
      </Dialog>
      <Outlet />
    </Frame>
  )
}

function Menu() {
  const { role } = useAccount()
  const mayManage = role === 'owner' || role === 'admin'
  return (
    <>
      <AccountSwitch />
      {groups.map(({ name, items }) => (
        <NavGroup key={name} name={name}>
          <NavLinks>
            {items
              .filter(({ managers }) => mayManage || !managers)
              .map(({ to, name: text }): [string, ReactNode] => [
                to,
                <Link key={to} to={to} activeOptions={{ exact: to === pages.home }}>
                  {text}
                </Link>,
              ])}
          </NavLinks>
        </NavGroup>
      ))}
      <footer>
        <UsedToday />
        <Button look="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </footer>
    </>
  )
}

function UsedToday() {
  const { accountId } = useAccount()
  const { data } = useQuery(read('usage.get', { params: { accountId } }))
  return data ? <Meter label="Calls today" used={data.calls.used} limit={data.calls.limit} /> : null
}
