import { type ReactNode, useState } from 'react'
import { links as t } from '../../../texts/links.ts'
import { call, type OutputOf, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Backlink } from './link-columns.tsx'

type Outcome = OutputOf<'disavow.add'>
type Asked = { hosts: readonly string[]; clear(): void }

export const listsAgain = () => readAgain('disavow.list', 'backlinks.list')

export async function disavow(siteId: string, domains: string[]): Promise<Outcome> {
  const outcome = await call('disavow.add', { params: { id: siteId }, body: { domains } })
  await listsAgain()
  return outcome
}

export function useDisavowal(siteId: string) {
  const [asked, setAsked] = useState<Asked>()
  const action = (rows: readonly Backlink[], clear: () => void): ReactNode => {
    const hosts = [...new Set(rows.flatMap(({ domainFrom, disavowed }) => (disavowed ? [] : [domainFrom])))]
    return (
      <Button look="danger" disabled={hosts.length === 0} onClick={() => setAsked({ hosts, clear })}>
        {t.disavowHostsNamed(hosts.length)}
      </Button>
    )
  }
  const hosts = asked?.hosts ?? []
  const confirm = (
    <Confirm
      title={t.disavowQuestion(hosts.length)}
      action={t.disavow}
      open={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={async () => {
        await disavow(siteId, [...hosts])
        asked?.clear()
      }}
    >
      <p>{t.allLinksFromAHost(hosts.slice(0, 5).join(', '), hosts.length > 5 ? t.andMore(hosts.length - 5) : '')}</p>
      <p>{t.weSendNothingToGoogle}</p>
    </Confirm>
  )
  return { action, confirm }
}

export function DisavowOutcome({ outcome: { added, skipped, invalid } }: { outcome: Outcome }) {
  return (
    <Notice tone={invalid.length > 0 ? 'warn' : 'good'}>
      {t.addedAlreadyListed(added, skipped)}
      {invalid.map(({ domain, reason }) => (
        <p key={domain}>
          “{domain}”: {notHosts[reason] ?? reason}
        </p>
      ))}
    </Notice>
  )
}

const notHosts: Readonly<Record<string, string>> = {
  path: t.hostsAreDisavowed,
  wildcard: t.hostIncludesItsSubdomains,
  ip_address: t.ipAddressCannotBeDisavowed,
  public_suffix: t.thisWouldDisavowEverySite,
  own_domain: t.thisIsYourOwnSite,
  not_a_host: t.thisIsNotAHost,
}
