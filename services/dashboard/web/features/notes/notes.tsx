import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import type { Note as Pin } from '../../kit/chart/pins.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { type Note, NoteList } from './note-list.tsx'

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
        {open && <NoteList siteId={siteId} />}
      </Dialog>
    </p>
  )
}
