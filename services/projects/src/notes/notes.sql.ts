import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Database } from '../database.sql.ts'
import type { Note as NoteRecord } from '../generated/client.ts'
import type { OwnedSite } from '../sites/site-changes.sql.ts'

export type Note = NoteRecord
type NewNote = { day: string; text: string; personId: string }
export type NoteStore = ReturnType<typeof createNoteStore>

/** More could not be told apart on a chart. */
const mostNotes = 1_000

/** The notes of a site, always of one that is checked to be the caller's. */
export function createNoteStore({ prisma }: Database) {
  return {
    /** By day, the oldest first. */
    list({ id: siteId }: OwnedSite): Promise<Note[]> {
      return prisma.note.findMany({ where: { siteId }, orderBy: [{ day: 'asc' }, { createdAt: 'asc' }] })
    },

    /** Writes a note, or answers the one that has these words on this day. Throws `conflict` if the site is full of them. */
    async add(
      { id: siteId }: OwnedSite,
      { day, text, personId }: NewNote,
      now: Date,
    ): Promise<{ note: Note; created: boolean }> {
      const same = { siteId, day: new Date(day), text }
      const known = await prisma.note.findUnique({ where: { siteId_day_text: same } })
      if (known) return { note: known, created: false }
      if ((await prisma.note.count({ where: { siteId } })) >= mostNotes)
        throw new AppError('conflict', `A site has at most ${mostNotes} notes: delete some first`)
      const id = randomUUID()
      const note = await prisma.note.upsert({
        where: { siteId_day_text: same },
        create: { ...same, id, personId, createdAt: now },
        update: {},
      })
      return { note, created: note.id === id }
    },

    /** Throws `not_found`. */
    async remove({ id: siteId }: OwnedSite, id: string): Promise<void> {
      const { count } = await prisma.note.deleteMany({ where: { id, siteId } })
      if (count === 0) throw new AppError('not_found', 'No such note')
    },
  }
}
