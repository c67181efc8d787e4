import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'

type Outcome = OutputOf<'keywords.createBulk'>
const reasons = { duplicate: 'tracked already', invalid: 'no phrase', plan_limit_reached: 'over the plan’s limit' }

/** Tracks phrases, one a line; each is checked at once. */
export function AddKeywords({ siteId, open, onClose }: { siteId: string; open: boolean; onClose(): void }) {
  const queries = useQueryClient()
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
        <Form
          action="Add them"
          onSend={async ({ text = '' }) => {
            const added = await call('keywords.createBulk', { params: { id: siteId }, body: { text } })
            await queries.invalidateQueries({ queryKey: ['overview.get'] })
            if (added.skipped > 0) setOutcome(added)
            else close()
          }}
        >
          <TextField name="text" label="Phrases, one a line" rows={8} />
        </Form>
      )}
    </Dialog>
  )
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
            Line {line}, “{keyword}”: {reasons[code]}
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
