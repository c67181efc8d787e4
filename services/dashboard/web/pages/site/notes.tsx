import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import type { Note as Pin } from '../../ui/charts/time-chart.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Table } from '../../ui/table.tsx'
import { Day } from '../../ui/time.tsx'
import { doSoon, undo, useDeeds } from '../../ui/undo.ts'

type Note = OutputOf<'notes.list'>['notes'][number]

/** The notes of a site as pins of a chart. */
export function notesOf(notes: readonly Note[] = []): Pin[] {
  return notes.map(({ day, text }) => ({ at: Date.parse(day), text }))
}

/** Opens what was noted, and takes more. */
export function Notes({ siteId }: { siteId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Notes
      </Button>
      <Dialog title="What happened, day by day" open={open} onClose={() => setOpen(false)}>
        {open && <Noted siteId={siteId} />}
      </Dialog>
    </p>
  )
}

function Noted({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const params = { id: siteId }
  const { data } = useQuery(read('notes.list', { params }))
  const { hidden } = useDeeds()
  const again = async () => {
    await queries.invalidateQueries({ queryKey: ['notes.list'] })
    await queries.invalidateQueries({ queryKey: ['visibility.list'] })
    await queries.invalidateQueries({ queryKey: ['positions.list'] })
  }
  const remove = ({ id: noteId }: Note) =>
    doSoon({
      text: 'The note is deleted.',
      ids: [noteId],
      commit: async (isLeaving) => {
        await call('notes.delete', { params: { ...params, noteId } }, { keepalive: isLeaving })
        await again()
      },
    })
  return (
    <>
      <Form
        action="Note it"
        onSend={async ({ day = '', text = '' }) => {
          await call('notes.create', { params, body: { day, text } })
          await again()
        }}
      >
        <Field name="day" label="Day" type="date" defaultValue={new Date().toISOString().slice(0, 10)} required />
        <Field name="text" label="What happened" hint="For example: new home page" maxLength={200} required />
      </Form>
      <Table
        caption="Notes"
        columns={[
          { head: 'Day', cell: ({ day }: Note) => <Day at={day} /> },
          { head: 'What happened', cell: ({ id, text }: Note) => (hidden.has(id) ? <s>{text}</s> : text) },
          {
            head: 'Delete',
            hidden: true,
            figures: true,
            // Undone here: nothing behind a dialog can be reached.
            cell: (note: Note) =>
              hidden.has(note.id) ? (
                <Button onClick={() => undo(note.id)}>Undo</Button>
              ) : (
                <Button look="quiet" onClick={() => remove(note)} aria-label={`Delete: ${note.text}`}>
                  Delete
                </Button>
              ),
          },
        ]}
        rows={(data?.notes ?? []).toReversed()}
        rowId={({ id }) => id}
        empty="Nothing is noted yet. Notes are pins in every chart of the site."
      />
    </>
  )
}
