import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { app as t } from '../../texts/app.ts'
import { nameOf, useAccount } from '../api/account.ts'
import { read } from '../api/call.ts'
import { chooseAccount } from '../api/chosen-account.ts'
import { Refusal, sentenceOf } from '../api/send.ts'
import { session } from '../api/session.ts'
import { signOut } from '../api/watch-session.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Frame, NavGroup, NavLinks } from '../kit/layout/frame.tsx'
import { Row } from '../kit/layout/page.tsx'
import { Who } from '../kit/layout/who.tsx'
import { Meter } from '../kit/meter.tsx'
import { Notice } from '../kit/notice.tsx'
import { Offline } from '../kit/offline.tsx'
import { UndoBar } from '../kit/undo-bar.tsx'
import { capitalised } from '../kit/words/capitalised.ts'
import { pages } from '../routes.ts'
import { type Group, menuOf } from './menu.ts'
import { NoSuchSite } from './not-found.tsx'
import { type Opened, ShellKeys } from './shell-keys.tsx'

/** The frame around every page of a signed-in person. */
export function Shell() {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const site = useOpenSite()
  const groups = useGroups(site?.isMissing === false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens
  useEffect(() => setOpen(false), [pathname])
  const menu = <Menu groups={groups} onKeys={() => setOpened('keys')} onChoose={() => setOpen(false)} />
  return (
    <Frame menu={menu} onMenu={() => setOpen(true)}>
      <Dialog title={t.rankTracker} side="left" open={open} onClose={() => setOpen(false)}>
        {menu}
      </Dialog>
      <ShellKeys groups={groups} opened={opened} onOpen={setOpened} />
      <Offline />
      {site?.isMissing ? <NoSuchSite key={site.siteId} /> : <Outlet />}
      <UndoBar />
    </Frame>
  )
}

function useGroups(hasSite: boolean): Group[] {
  const router = useRouter()
  const { role } = useAccount()
  return menuOf(router, { hasSite, isMember: role === 'member' })
}

/** The site of the address, and whether the account has it; undefined on other pages. */
function useOpenSite(): { siteId: string; isMissing: boolean } | undefined {
  const { siteId } = useParams({ strict: false })
  const { error } = useQuery({ ...read('sites.get', { params: { id: siteId ?? '' } }), enabled: siteId !== undefined })
  const isMissing = error instanceof Refusal && error.problem.code === 'not_found'
  return siteId === undefined ? undefined : { siteId, isMissing }
}

type MenuProps = { groups: readonly Group[]; onKeys(): void; onChoose(): void }

function Menu({ groups, onKeys, onChoose }: MenuProps) {
  return (
    <>
      <AccountSwitch />
      {groups.map((group) => (
        <Links key={group.name} {...group} onChoose={onChoose} />
      ))}
      <footer>
        <UsedToday />
        <Row>
          <Button look="quiet" onClick={onKeys}>
            {t.keys}
          </Button>
          <SignOut />
        </Row>
      </footer>
    </>
  )
}

function SignOut() {
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut })
  return (
    <>
      <Button look="quiet" busy={isPending} onClick={() => mutate()}>
        {t.signOut}
      </Button>
      {error && <Notice tone="bad">{t.youAreStillSigned(sentenceOf(error))}</Notice>}
    </>
  )
}

function Links({ name, items, onChoose }: Group & { onChoose(): void }) {
  const { siteId = '' } = useParams({ strict: false })
  return (
    <NavGroup name={name}>
      <NavLinks>
        {items.map(({ to, name: text }): [string, ReactNode] => [
          to,
          <Link
            key={to}
            to={to}
            params={{ siteId }}
            activeOptions={{ exact: true, includeSearch: false }}
            onClick={onChoose}
          >
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
  return data ? <Meter label={t.apiCallsToday} used={data.calls.used} limit={data.calls.limit} /> : null
}

/** Switches the account. The tab reloads, so that no data of the other account is kept. */
function AccountSwitch() {
  const { accountId } = useAccount()
  const { data: who } = useQuery(session)
  // The menu asks for the calls of today anyway.
  const { data } = useQuery(read('usage.get', { params: { accountId } }))
  const accounts = who?.accounts ?? []
  const change = (id: string) => {
    chooseAccount(id)
    location.assign(pages.home)
  }
  return (
    <>
      <Who name={data?.account.email ?? ''} line={data ? t.plan(capitalised(data.account.plan)) : ''} />
      {accounts.length > 1 && (
        <label>
          <span className="visually-hidden">{t.account}</span>
          <select value={accountId} onChange={({ target }) => change(target.value)}>
            {accounts.map((account) => (
              <option key={account.accountId} value={account.accountId}>
                {nameOf(account)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
