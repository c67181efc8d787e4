import { useMemo, useState } from 'react'
import { links as t } from '../../../texts/links.ts'
import { useRights } from '../../api/account.tsx'
import { call, type OutputOf, whole } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { Button } from '../../kit/button.tsx'
import { FileButton } from '../../kit/form/files.tsx'
import { Form, TextField } from '../../kit/form/form.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { textColumn } from '../../kit/table/columns.tsx'
import { download } from '../../kit/table/csv.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { doSoon, useUndo } from '../../kit/undo.tsx'
import { DisavowOutcome, disavow, listsAgain } from './disavow.tsx'
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
      defaultSort="host"
      actions={mayRemove ? action : undefined}
      empty={t.noHostsDisavowed}
    />
  )
}

const hostOf = (host: string) => host
const hostColumns = [textColumn('host', t.host, hostOf)]

function AddHosts({ siteId }: { siteId: string }) {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<OutputOf<'disavow.add'>>()
  return (
    <Form
      action={t.disavowHosts}
      look="danger"
      onSend={async () => {
        setOutcome(await disavow(siteId, linesOfFile(text)))
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
