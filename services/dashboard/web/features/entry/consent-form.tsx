import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import { entry as t } from '../../../texts/entry.ts'
import { nameOf } from '../../api/account.tsx'
import { call, type OutputOf } from '../../api/call.ts'
import { chooseAccount, chosenAccount } from '../../api/send.ts'
import { Choice, Select } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Answered } from '../../kit/layout/page.tsx'

type ConsentFormProps = {
  request: string
  /** One at least. */
  accounts: SessionDocument['accounts']
  refuseUrl: string
  /** Goes where the client waits for the code. */
  onGranted(returnUrl: string): void
}

export function ConsentForm({ request, accounts, refuseUrl, onGranted }: ConsentFormProps) {
  const settled = useSettled()
  const [accountId, setAccountId] = useState(() => firstOf(accounts))
  // A failed load of the choices must not grant all sites.
  const sites = useQuery(sitesOf(accountId))
  const change = (id: string) => {
    chooseAccount(id)
    setAccountId(id)
  }
  const connect = async ({ projectId }: Record<string, string>) => {
    chooseAccount(accountId)
    const body = { request, projectId: projectId || null }
    const { returnUrl } = await call('consents.accept', { body })
    onGranted(returnUrl)
  }
  return (
    <Form
      action={t.connectPlain}
      waits={!settled || sites.data === undefined}
      onSend={connect}
      beside={<a href={refuseUrl}>{t.deny}</a>}
    >
      {accounts.length > 1 && (
        <Choice
          name="accountId"
          label={t.account}
          options={accounts.map((account) => ({ value: account.accountId, label: nameOf(account) }))}
          chosen={accountId}
          onChoose={change}
        />
      )}
      <Answered of={sites}>{({ projects }) => <SiteChoice key={accountId} sites={projects} />}</Answered>
    </Form>
  )
}

function sitesOf(accountId: string) {
  return queryOptions({
    // Another account has other sites.
    queryKey: ['sites.list', accountId],
    queryFn: ({ signal }) => call('sites.list', { query: { limit: 1_000 } }, { signal }),
  })
}

function SiteChoice({ sites }: { sites: OutputOf<'sites.list'>['projects'] }) {
  const options = sites.map(({ id, domain, name }) => ({ value: id, label: t.only(domain, name) }))
  return <Select name="projectId" label={t.sites} options={[{ value: '', label: t.allSites }, ...options]} chosen="" />
}

function firstOf(accounts: ConsentFormProps['accounts']): string {
  const found = accounts.find(({ accountId }) => accountId === chosenAccount()) ?? accounts[0]
  const id = found?.accountId ?? ''
  chooseAccount(id)
  return id
}

const settleMs = 700

/** False for a moment whenever the page comes into view: the second half of a double click on what lay over it must press nothing. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      setSettled(false)
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(true), settleMs)
    }
    begin()
    addEventListener('focus', begin)
    return () => {
      removeEventListener('focus', begin)
      clearTimeout(timer)
    }
  }, [])
  return isSettled
}
