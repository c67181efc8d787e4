import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { app as t } from '../../texts/app.ts'
import { nameOf, useAccount, useRights } from '../api/account.tsx'
import { read } from '../api/call.ts'
import { sentenceOf } from '../api/refusal.ts'
import { chooseAccount } from '../api/send.ts'
import { session } from '../api/session.ts'
import { signOut } from '../api/watch-session.ts'
import { Button } from '../kit/button.tsx'
import { NavGroup, NavLinks } from '../kit/layout/frame.tsx'
import { Who } from '../kit/layout/frame-parts.tsx'
import { Row } from '../kit/layout/page.tsx'
import { Meter } from '../kit/meter.tsx'
import { Notice } from '../kit/notice.tsx'
import { capitalised } from '../kit/words/figure.ts'
import { pages } from '../routes.ts'
import type { Group } from './menu.ts'
import type { Opened } from './shell-keys.tsx'

type MenuProps = { groups: readonly Group[]; siteSwitch: ReactNode; onOpen(opened: Opened): void; onChoose(): void }

export function Menu({ groups, siteSwitch, onOpen, onChoose }: MenuProps) {
  return (
    <>
      <AccountSwitch />
      {siteSwitch}
      <Button onClick={() => onOpen('palette')}>{t.goToPlain}</Button>
      {groups.map(({ id, name, items }) => {
        const links = <Links key="above" items={items} onChoose={onChoose} />
        return id === null ? (
          links
        ) : (
          <NavGroup key={id} id={id} name={name}>
            {links}
          </NavGroup>
        )
      })}
      <footer>
        <UsedToday />
        <Row>
          <Button look="quiet" onClick={() => onOpen('keys')}>
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

function Links({ items, onChoose }: Pick<Group, 'items'> & { onChoose(): void }) {
  const { siteId = '' } = useParams({ strict: false })
  return (
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
  )
}

function UsedToday() {
  const { accountId } = useAccount()
  const { isLimited } = useRights()
  const { data } = useQuery({ ...read('usage.get', { params: { accountId } }), enabled: !isLimited })
  return data ? <Meter label={t.apiCallsToday} used={data.calls.used} limit={data.calls.limit} /> : null
}

/** Switches the account. The tab reloads, so that no data of the other account is kept. */
function AccountSwitch() {
  const { accountId } = useAccount()
  const { data: who } = useQuery(session)
  const { isLimited } = useRights()
  // The menu asks for the calls of today anyway, unless the person may not.
  const { data: usage } = useQuery({ ...read('usage.get', { params: { accountId } }), enabled: !isLimited })
  const { data: details } = useQuery({ ...read('accounts.get', { params: { accountId } }), enabled: isLimited })
  const data = usage ?? details
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
