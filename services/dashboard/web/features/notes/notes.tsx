import { useState } from 'react'
import { notes as t } from '../../../texts/notes.ts'
import { Button } from '../../kit/button.tsx'
import type { Note as Pin } from '../../kit/chart/pins.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { type Note, NoteList } from './note-list.tsx'

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
