import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Pasted, readPasted } from './pasted.ts'
import { PastedPreview } from './pasted-preview.tsx'
import type { Ranks } from './ranks.ts'

type Site = Pick<OutputOf<'sites.get'>['project'], 'id' | 'domain' | 'language'>
type Outcome = Pick<OutputOf<'keywords.createBulk'>, 'added' | 'skippedLines'>
type AddKeywordsProps = { siteId: string; ranks: Ranks; open: boolean; onClose(): void }

const reasons = { duplicate: 'tracked already', invalid: 'no phrase', plan_limit_reached: 'over the plan’s limit' }

/** Tracks phrases that are typed, pasted or in a file, after a look at what they are; each is checked at once. */
export function AddKeywords({ siteId, ranks, open, onClose }: AddKeywordsProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const close = () => {
    setOutcome(undefined)
    onClose()
  }
  return (
    <Dialog title="Add keywords" open={open} onClose={close}>
      {outcome ? (
        <Added outcome={outcome} onClose={close} />
      ) : (
        open && (
          <Loaded query={read('sites.get', { params: { id: siteId } })}>
            {({ project }) => (
              <Wanted
                {...{ site: project, ranks }}
                onAdded={(added) => (added.skippedLines.length > 0 ? setOutcome(added) : close())}
              />
            )}
          </Loaded>
        )
      )}
    </Dialog>
  )
}

type WantedProps = { site: Site; ranks: Ranks; onAdded(outcome: Outcome): void }

function Wanted({ site, ranks, onAdded }: WantedProps) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const tracked = useMemo(() => ranks.keywords.map(({ keyword }) => keyword), [ranks])
  const pasted = useMemo(() => readPasted(text, tracked), [text, tracked])
  const isNew = pasted.lines.filter(({ state }) => state === 'new').length
  return (
    <Form
      action={isNew === 1 ? 'Add one keyword' : `Add ${isNew.toLocaleString('en')} keywords`}
      onSend={async () => {
        const added = await add(site, text, pasted)
        await queries.invalidateQueries()
        onAdded(added)
      }}
    >
      <TextField
        name="text"
        label="Phrases, one a line"
        rows={8}
        value={text}
        onText={setText}
        hint={
          <>
            Or <FileButton label="take a file" accept=".csv,.txt,text/csv,text/plain" onText={setText} />: a CSV with a
            column of keywords, or an export of SerpBear.
          </>
        }
      />
      <PastedPreview pasted={pasted} />
    </Form>
  )
}

async function add({ id, domain, language }: Site, text: string, { kind, lines }: Pasted): Promise<Outcome> {
  if (kind === 'serpbear')
    return call('keywords.import', { body: { from: 'serpbear', siteId: id, domain, language, text } })
  const phrases = lines.flatMap(({ phrase, state }) => (state === 'new' ? [phrase] : []))
  // Without a new one the service says what is missing.
  return call('keywords.createBulk', { params: { id }, body: { text: phrases.join('\n') || text } })
}

function Added({ outcome: { added, skippedLines }, onClose }: { outcome: Outcome; onClose(): void }) {
  return (
    <>
      <Notice tone={added > 0 ? 'good' : 'warn'}>
        {added === 1 ? 'One keyword is' : `${added} keywords are`} tracked from now on.
      </Notice>
      <ul>
        {skippedLines.slice(0, 20).map(({ line, keyword, code }) => (
          <li key={line}>
            “{keyword}”: {reasons[code]}
          </li>
        ))}
        {skippedLines.length > 20 && <li>and {skippedLines.length - 20} more</li>}
      </ul>
      <p>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </p>
    </>
  )
}
