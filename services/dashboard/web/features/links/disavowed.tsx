import { useMemo, useState } from 'react'
import { links as t } from '../../../texts/links.ts'
import { useRights } from '../../api/account.ts'
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
  const { manages } = useRights()
  return (
    <>
      <Panel title={t.disavowedHosts} line={t.weSendNothingGoogleSentence} actions={<TakeFile siteId={siteId} />}>
        <Loaded query={whole('disavow.list', { params: { id: siteId }, query: {} }, 'domains')}>
          {({ domains, total }) => (
            <>
              <Hosts siteId={siteId} domains={domains} mayRemove={manages} />
              <FirstRows shown={domains.length} total={total} />
            </>
          )}
        </Loaded>
      </Panel>
      {manages && (
        <Panel title={t.disavowMore}>
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
  return <ActionButton action={take}>{t.downloadGooglesFile}</ActionButton>
}

function Hosts({ siteId, domains, mayRemove }: { siteId: string; domains: readonly string[]; mayRemove: boolean }) {
  const listsAgain = useListsAgain()
  const { hidden } = useUndo()
  const shown = useMemo(() => domains.filter((domain) => !hidden.has(domain)), [domains, hidden])
  const remove = (hosts: readonly string[]) =>
    doSoon({
      text: hosts.length === 1 ? t.removedList(hosts[0] ?? '') : t.hostsRemovedFromTheList(hosts.length),
      ids: hosts,
      async commit() {
        const body = { domains: [...hosts] }
        await call('disavow.delete', { params: { id: siteId }, body }, { keepalive: true })
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
      {t.removeFromList}
    </Button>
  )
  return (
    <DataTable
      noun={t.hostsLower}
      columns={hostColumns}
      rows={shown}
      rowId={hostOf}
      rowName={hostOf}
      defaultSort="host"
      {...(mayRemove && { actions: action })}
      empty={t.noHostsDisavowed}
    />
  )
}

const hostOf = (host: string) => host
const hostColumns = [textColumn('host', t.host, hostOf)]

function AddHosts({ siteId }: { siteId: string }) {
  const disavow = useDisavow(siteId)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<OutputOf<'disavow.add'>>()
  return (
    <Form
      action={t.disavowHosts}
      look="danger"
      onSend={async () => {
        setOutcome(await disavow(linesOfFile(text)))
        setText('')
      }}
    >
      <TextField
        name="domains"
        label={t.hostsOnePerLine}
        rows={4}
        value={text}
        onText={setText}
        hint={t.orMadeForGooglesDisavow(<FileButton label={t.uploadAFile} accept=".txt,text/plain" onText={setText} />)}
      />
      {outcome && <DisavowOutcome outcome={outcome} />}
    </Form>
  )
}
