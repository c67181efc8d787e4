import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { app as t } from '../../texts/app.ts'
import { nameOf, useAccount, useRights } from '../api/account.tsx'
import { read } from '../api/call.ts'
import { sentenceOf } from '../api/refusal.ts'
import { chooseAccount } from '../api/send.ts'
import { session } from '../api/session.ts'
import { signOut } from '../api/watch-session.ts'
import { Button } from '../kit/button.tsx'
import { keyNames } from '../kit/keys/keys.tsx'
import { NavGroup, NavHeading, NavLinks } from '../kit/layout/frame.tsx'
import { AccountMenu, FindButton } from '../kit/layout/frame-parts.tsx'
import { Divider, Row } from '../kit/layout/page.tsx'
import { Meter } from '../kit/meter.tsx'
import { Notice } from '../kit/notice.tsx'
import { pages } from '../routes.ts'
import type { Group } from './menu.ts'
import { groupIcons, pageIcons } from './menu-icons.ts'
import type { Opened } from './shell-keys.tsx'
import { useOpenPage } from './use-sites.ts'

type MenuProps = {
  groups: readonly Group[]
  /** Without room beside the page everything stands in one list. */
  isWhole?: boolean
  siteSwitch: ReactNode
  onOpen(opened: Opened): void
  onChoose(): void
}

export function Menu({ groups, isWhole = false, siteSwitch, onOpen, onChoose }: MenuProps) {
  const { siteId } = useParams({ strict: false })
  const ofAccount = groups.filter(({ id }) => id === 'developer' || id === 'account')
  const ofSite = groups.filter((group) => !ofAccount.includes(group))
  const account = (
    <>
      <AccountSwitch />
      {ofAccount.map(({ id, name, items }) => (
        <NavHeading key={id} name={name}>
          <Links items={items} onChoose={onChoose} />
        </NavHeading>
      ))}
      <Row>
        <Button look="quiet" aria-haspopup="dialog" onClick={() => onOpen('keys')}>
          {t.shortcuts}
        </Button>
        <SignOut />
      </Row>
    </>
  )
  return (
    <>
      {siteSwitch}
      <FindButton name={t.searchOrGoTo} keys={keyNames('mod k').join(' ')} onPress={() => onOpen('palette')} />
      {ofSite.map(({ id, name, items }) => (
        <Fragment key={id}>
          {id === 'research' && <Divider />}
          {id === null ? (
            // A site's name, above, leads to all sites.
            <Links items={items.filter(({ to }) => siteId === undefined || to !== pages.home)} onChoose={onChoose} />
          ) : (
            <SiteGroup group={{ id, name, items }} onChoose={onChoose} />
          )}
        </Fragment>
      ))}
      {isWhole && account}
      <footer>
        <UsedKeywords />
        {!isWhole && <WhoMenu>{account}</WhoMenu>}
      </footer>
    </>
  )
}

type SiteGroupProps = { group: Group & { id: NonNullable<Group['id']> }; onChoose(): void }

/** Content is a place beside the others until one of its pages is open. */
function SiteGroup({ group: { id, name, items }, onChoose }: SiteGroupProps) {
  const page = useOpenPage()
  const isHere = items.some(({ to }) => page.startsWith(to))
  const [first] = items
  if (id === 'content' && first && !isHere) return <Links items={[{ ...first, name }]} onChoose={onChoose} />
  return (
    <NavGroup id={id} name={name} icon={groupIcons[id]} isHere={isHere}>
      <Links items={items} isBelow onChoose={onChoose} />
    </NavGroup>
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

type LinksProps = Pick<Group, 'items'> & { isBelow?: boolean; onChoose(): void }

function Links({ items, isBelow, onChoose }: LinksProps) {
  const { siteId = '' } = useParams({ strict: false })
  return (
    <NavLinks isBelow={isBelow}>
      {items.map(({ to, name }): [string, ReactNode] => {
        const Icon = isBelow ? undefined : pageIcons[to]
        return [
          to,
          <Link
            key={to}
            to={to}
            params={{ siteId }}
            activeOptions={{ exact: true, includeSearch: false }}
            onClick={onChoose}
          >
            {Icon && <Icon size={16} aria-hidden="true" />}
            {name}
          </Link>,
        ]
      })}
    </NavLinks>
  )
}

function UsedKeywords() {
  const { accountId } = useAccount()
  const { isLimited } = useRights()
  const { data } = useQuery({ ...read('keywordRoom.get', { params: { accountId } }), enabled: !isLimited })
  return data ? <Meter label={t.keywords} used={data.used} limit={data.max} /> : null
}

function WhoMenu({ children }: { children: ReactNode }) {
  const account = useAccount()
  const { data: who } = useQuery(session)
  return (
    <AccountMenu label={t.account} name={who?.person?.email ?? ''} line={nameOf(account)}>
      {children}
    </AccountMenu>
  )
}

/** Switches the account. The tab reloads, so that no data of the other account is kept. */
function AccountSwitch() {
  const { accountId } = useAccount()
  const { data: who } = useQuery(session)
  const accounts = who?.accounts ?? []
  if (accounts.length < 2) return null
  const change = (id: string) => {
    chooseAccount(id)
    location.assign(pages.home)
  }
  return (
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
  )
}
