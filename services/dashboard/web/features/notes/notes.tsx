import { useState } from 'react'
import { notes as t } from '../../../texts/notes.ts'
import { useRights, Writes } from '../../api/account.tsx'
import { call, change, type OutputOf, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import type { Note as Pin } from '../../kit/chart/time-drawing.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Loaded } from '../../kit/layout/page.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { doSoon, undo, useUndo } from '../../kit/undo.tsx'
import { Day } from '../../kit/words/time.tsx'

export function notesOf(notes: readonly Note[] = []): Pin[] {
  return notes.map(({ day, text }) => ({ at: Date.parse(day), text }))
}

export function Notes({ siteId }: { siteId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t.notes}
      </Button>
      <Dialog title={t.notesByDay} open={open} onClose={() => setOpen(false)}>
        {open && <NoteList siteId={siteId} />}
      </Dialog>
    </p>
  )
}

type Note = OutputOf<'notes.list'>['notes'][number]

function NoteList({ siteId }: { siteId: string }) {
  const columns = useColumns(siteId)
  const params = { id: siteId }
  return (
    <>
      <Writes>
        <Form
          action={t.addNote}
          clears
          onSend={({ day = '', text = '' }) => change('notes.create', { params, body: { day, text } }, ...withNotes)}
        >
          <Field name="day" label={t.day} type="date" defaultValue={new Date().toISOString().slice(0, 10)} required />
          <Field name="text" label={t.note} hint={t.forExample} maxLength={200} required />
        </Form>
      </Writes>
      <Loaded query={read('notes.list', { params })}>
        {({ notes }) => <Table caption={t.notes} columns={columns} rows={notes.toReversed()} empty={t.noNotesYet} />}
      </Loaded>
    </>
  )
}

function useColumns(siteId: string): Column<Note>[] {
  const { hidden } = useUndo()
  const remove = ({ id: noteId }: Note) =>
    doSoon({
      text: t.noteDeleted,
      ids: [noteId],
      commit: async () => {
        await call('notes.delete', { params: { id: siteId, noteId } }, { keepalive: true })
        await readAgain(...withNotes)
      },
    })
  const { writes } = useRights()
  const both: Column<Note>[] = [
    { head: t.day, cell: ({ day }) => <Day at={day} /> },
    { head: t.note, cell: ({ id, text }) => (hidden.has(id) ? <s>{text}</s> : text) },
  ]
  if (!writes) return both
  return [
    ...both,
    // Undone here: nothing behind a dialog can be reached.
    buttonColumn(t.deleteIt, (note) =>
      hidden.has(note.id) ? (
        <Button onClick={() => undo(note.id)}>{t.undo}</Button>
      ) : (
        <Button look="quiet" onClick={() => remove(note)} aria-label={t.deleteItNamed(note.text)}>
          {t.deleteIt}
        </Button>
      ),
    ),
  ]
}

/** Notes are in every chart of the site. */
const withNotes = ['notes.list', 'visibility.list', 'positions.list'] as const
