import { useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { doSoon, undo, useUndo } from '../../kit/undo.ts'
import { Day } from '../../kit/words/time.tsx'

export type Note = OutputOf<'notes.list'>['notes'][number]

/** What was noted of a site, and a form for more. */
export function NoteList({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const columns = useColumns(siteId)
  const params = { id: siteId }
  return (
    <>
      <Form
        action="Note it"
        clears
        onSend={async ({ day = '', text = '' }) => {
          await call('notes.create', { params, body: { day, text } })
          await readAgain(queries, ...withNotes)
        }}
      >
        <Field name="day" label="Day" type="date" defaultValue={new Date().toISOString().slice(0, 10)} required />
        <Field name="text" label="What happened" hint="For example: new home page" maxLength={200} required />
      </Form>
      <Loaded query={read('notes.list', { params })}>
        {({ notes }) => (
          <Table
            caption="Notes"
            columns={columns}
            rows={notes.toReversed()}
            rowId={({ id }) => id}
            empty="Nothing is noted yet. Notes are pins in every chart of the site."
          />
        )}
      </Loaded>
    </>
  )
}

function useColumns(siteId: string): Column<Note>[] {
  const queries = useQueryClient()
  const { hidden } = useUndo()
  const remove = ({ id: noteId }: Note) =>
    doSoon({
      text: 'The note is deleted.',
      ids: [noteId],
      commit: async (isLeaving) => {
        await call('notes.delete', { params: { id: siteId, noteId } }, { keepalive: isLeaving })
        await readAgain(queries, ...withNotes)
      },
    })
  return [
    { head: 'Day', cell: ({ day }) => <Day at={day} /> },
    { head: 'What happened', cell: ({ id, text }) => (hidden.has(id) ? <s>{text}</s> : text) },
    {
      head: 'Delete',
      hidden: true,
      figures: true,
      // Undone here: nothing behind a dialog can be reached.
      cell: (note) =>
        hidden.has(note.id) ? (
          <Button onClick={() => undo(note.id)}>Undo</Button>
        ) : (
          <Button look="quiet" onClick={() => remove(note)} aria-label={`Delete: ${note.text}`}>
            Delete
          </Button>
        ),
    },
  ]
}

/** Notes are in every chart of the site. */
const withNotes = ['notes.list', 'visibility.list', 'positions.list'] as const
