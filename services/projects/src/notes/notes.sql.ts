import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Records } from '../database.sql.ts'
import type { Note as NoteRecord } from '../generated/client.ts'

export type Note = NoteRecord
type NewNote = { siteId: string; day: Date; text: string; personId: string; createdAt: Date }

export function listNotes(records: Records, siteId: string): Promise<Note[]> {
  return records.note.findMany({ where: { siteId }, orderBy: [{ day: 'asc' }, { createdAt: 'asc' }] })
}

export function countNotes(records: Records, siteId: string): Promise<number> {
  return records.note.count({ where: { siteId } })
}

export function findNote(records: Records, { siteId, day, text }: Omit<NewNote, 'personId' | 'createdAt'>) {
  return records.note.findUnique({ where: { siteId_day_text: { siteId, day, text } } })
}

/** Writes a note; a call at the same time may have written the same one. */
export async function insertNote(records: Records, note: NewNote): Promise<{ note: Note; created: boolean }> {
  const { siteId, day, text } = note
  const id = randomUUID()
  const stored = await records.note.upsert({
    where: { siteId_day_text: { siteId, day, text } },
    create: { ...note, id },
    update: {},
  })
  return { note: stored, created: stored.id === id }
}

/** Throws `not_found`. */
export async function deleteNote(records: Records, siteId: string, id: string): Promise<void> {
  const { count } = await records.note.deleteMany({ where: { id, siteId } })
  if (count === 0) throw new AppError('not_found', 'No such note')
}
