import { useMemo, useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { TextField } from '../../kit/form/field.tsx'
import { FileButton } from '../../kit/form/file-button.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/first-rows.tsx'
import { doSoon, useUndo } from '../../kit/undo.ts'
import { DisavowOutcome, useDisavow, useListsAgain } from './disavow.tsx'
import { linesOfFile } from './disavow-file.ts'

/** The hosts that the site disavows, and the file for Google's tool. Nothing is sent to Google from here. */
export function Disavowed({ siteId }: { siteId: string }) {
  const { role } = useAccount()
  return (
    <>
      <Panel
        title="Disavowed hosts"
        line="We send nothing to Google: take the file, and hand it to Google’s disavow tool."
        actions={<TakeFile siteId={siteId} />}
      >
        <Loaded query={whole('disavow.list', { params: { id: siteId }, query: {} }, 'domains')}>
          {({ domains, total }) => (
            <>
              <Hosts siteId={siteId} domains={domains} mayRemove={role !== 'member'} />
              <FirstRows shown={domains.length} total={total} />
            </>
          )}
        </Loaded>
      </Panel>
      {role !== 'member' && (
        <Panel title="Disavow more">
          <AddHosts siteId={siteId} />
        </Panel>
      )}
    </>
  )
}

function TakeFile({ siteId }: { siteId: string }) {
  const take = async () => {
    const { fileName, text } = await call('disavow.export', { params: { id: siteId } })
    download(fileName, text, 'text/plain')
  }
  return <ActionButton action={take}>Take Google’s file</ActionButton>
}

function Hosts({ siteId, domains, mayRemove }: { siteId: string; domains: readonly string[]; mayRemove: boolean }) {
  const listsAgain = useListsAgain()
  const { hidden } = useUndo()
  const shown = useMemo(() => domains.filter((domain) => !hidden.has(domain)), [domains, hidden])
  const remove = (hosts: readonly string[]) =>
    doSoon({
      text: hosts.length === 1 ? `${hosts[0]} is off the list.` : `${hosts.length} hosts are off the list.`,
      ids: hosts,
      async commit(isLeaving) {
        const body = { domains: [...hosts] }
        await call('disavow.delete', { params: { id: siteId }, body }, { keepalive: isLeaving })
        await listsAgain()
      },
    })
  const action = (hosts: readonly string[], clear: () => void) => (
    <Button
      onClick={() => {
        remove(hosts)
        clear()
      }}
    >
      Take off the list
    </Button>
  )
  return (
    <DataTable
      name="hosts"
      columns={hostColumns}
      rows={shown}
      rowId={hostOf}
      rowName={hostOf}
      defaultSort="host"
      {...(mayRemove && { actions: action })}
      empty="No host is disavowed."
    />
  )
}

const hostOf = (host: string) => host
const hostColumns = [textColumn('host', 'Host', hostOf)]

function AddHosts({ siteId }: { siteId: string }) {
  const disavow = useDisavow(siteId)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<OutputOf<'disavow.add'>>()
  return (
    <Form
      action="Disavow them"
      look="danger"
      onSend={async () => {
        setOutcome(await disavow(linesOfFile(text)))
        setText('')
      }}
    >
      <TextField
        name="domains"
        label="Hosts, one a line"
        rows={4}
        value={text}
        onText={setText}
        hint={
          <>
            Or <FileButton label="take a file" accept=".txt,text/plain" onText={setText} /> that was made for Google’s
            disavow tool.
          </>
        }
      />
      {outcome && <DisavowOutcome outcome={outcome} />}
    </Form>
  )
}
