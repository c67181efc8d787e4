import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/page.tsx'

type Outcome = OutputOf<'disavow.add'>

/** The hosts that the site disavows, and the file for Google's tool. Nothing is sent to Google from here. */
export function Disavow({ siteId }: { siteId: string }) {
  const { role } = useAccount()
  const params = { id: siteId }
  const take = async () => {
    const { fileName, text } = await call('disavow.export', { params })
    download(fileName, text, 'text/plain')
  }
  return (
    <Panel
      title="Disavowed hosts"
      line="We send nothing to Google: take the file, and hand it to Google’s disavow tool."
      actions={<Button onClick={() => void take()}>Take Google’s file</Button>}
    >
      <Loaded query={read('disavow.list', { params, query: {} })}>
        {({ domains }) => <p>{domains.length === 0 ? 'None.' : domains.join(', ')}</p>}
      </Loaded>
      {role !== 'member' && <AddHosts siteId={siteId} />}
    </Panel>
  )
}

function AddHosts({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  return (
    <Form
      action="Disavow them"
      look="danger"
      onSend={async ({ hosts = '' }) => {
        const domains = hosts.split(/\s+/).filter(Boolean)
        setOutcome(await call('disavow.add', { params: { id: siteId }, body: { domains } }))
        await queries.invalidateQueries({ queryKey: ['disavow.list'] })
      }}
    >
      <TextField name="hosts" label="Hosts, one a line" rows={3} />
      {outcome && (
        <Notice tone={outcome.invalid.length > 0 ? 'warn' : 'good'}>
          {outcome.added} added, {outcome.skipped} were there already.
          {outcome.invalid.map(({ domain, reason }) => (
            <p key={domain}>
              “{domain}”: {reason}
            </p>
          ))}
        </Notice>
      )}
    </Form>
  )
}
