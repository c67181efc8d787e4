import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Backlink } from './link-columns.tsx'

type Outcome = OutputOf<'disavow.add'>
type Asked = { hosts: readonly string[]; clear(): void }

/** Reads again what depends on the disavowed hosts. */
export function useListsAgain() {
  const queries = useQueryClient()
  return () => readAgain(queries, 'disavow.list', 'backlinks.list')
}

/** Puts hosts on the list of the disavowed. */
export function useDisavow(siteId: string) {
  const listsAgain = useListsAgain()
  return async (domains: string[]): Promise<Outcome> => {
    const outcome = await call('disavow.add', { params: { id: siteId }, body: { domains } })
    await listsAgain()
    return outcome
  }
}

/** Disavows the hosts of selected links, after it was asked once. */
export function useDisavowal(siteId: string) {
  const disavow = useDisavow(siteId)
  const [asked, setAsked] = useState<Asked>()
  const action = (rows: readonly Backlink[], clear: () => void): ReactNode => {
    const hosts = [...new Set(rows.flatMap(({ domainFrom, disavowed }) => (disavowed ? [] : [domainFrom])))]
    return (
      <Button look="danger" disabled={hosts.length === 0} onClick={() => setAsked({ hosts, clear })}>
        Disavow {hostsOf(hosts.length)}
      </Button>
    )
  }
  const hosts = asked?.hosts ?? []
  const confirm = (
    <Confirm
      title={`Disavow ${hostsOf(hosts.length)}?`}
      action="Disavow"
      open={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={async () => {
        await disavow([...hosts])
        asked?.clear()
      }}
    >
      <p>
        All links of a host count as disavowed: {hosts.slice(0, 5).join(', ')}
        {hosts.length > 5 && ` and ${hosts.length - 5} more`}.
      </p>
      <p>Nothing is sent to Google: hand it the file of the disavowed hosts when the list is right.</p>
    </Confirm>
  )
  return { action, confirm }
}

function hostsOf(count: number): string {
  return count === 1 ? 'one host' : `${count.toLocaleString('en')} hosts`
}

/** What came of hosts that were typed. */
export function DisavowOutcome({ outcome: { added, skipped, invalid } }: { outcome: Outcome }) {
  return (
    <Notice tone={invalid.length > 0 ? 'warn' : 'good'}>
      {added} added, {skipped} were there already.
      {invalid.map(({ domain, reason }) => (
        <p key={domain}>
          “{domain}”: {notHosts[reason] ?? reason}
        </p>
      ))}
    </Notice>
  )
}

const notHosts: Readonly<Record<string, string>> = {
  path: 'a host is disavowed as a whole; leave the path out',
  wildcard: 'a host covers what is below it; leave the * out',
  ip_address: 'an IP address cannot be disavowed',
  public_suffix: 'this would disavow everybody below it',
  own_domain: 'this is your own site',
  not_a_host: 'this is not a host name',
}
