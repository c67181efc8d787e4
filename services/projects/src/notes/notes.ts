import { type Clock, utcDay } from '@rts/shared/clock'
import type { NoteRow } from '@rts/shared/contract/rows/series'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import type { Records } from '../database.sql.ts'
import { siteOf } from '../sites/sites.ts'
import { countNotes, deleteNote, findNote, insertNote, listNotes, type Note } from './notes.sql.ts'

export { listNotes } from './notes.sql.ts'

type NoteDeps = { db: Database; records: Records; clock: Clock }

const maxNotes = 1_000

export function noteHandlers({ db, records, clock }: NoteDeps) {
  return {
    'notes.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return { notes: (await listNotes(records, site.id)).map(toNoteRow) }
    },

    'notes.create': async ({ params, body: { day, text }, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      const same = { siteId, day: new Date(day), text }
      const known = await findNote(records, same)
      if (known) return { note: toNoteRow(known), created: false }
      if ((await countNotes(records, siteId)) >= maxNotes)
        throw new AppError('conflict', refusals.maxNotes({ max: maxNotes }))
      const personId = caller.personId ?? ''
      const { note, created } = await insertNote(records, { ...same, personId, createdAt: clock.now() })
      return { note: toNoteRow(note), created }
    },

    'notes.delete': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      await deleteNote(records, site.id, params.noteId)
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

export function toNoteRow({ id, day, text, createdAt }: Note): NoteRow {
  return { id, day: utcDay(day), text, createdAt: createdAt.toISOString() }
}
