export const notes = {
  addNote: 'Add note',
  day: 'Day',
  note: 'Note',
  forExample: 'For example: new home page',
  notes: 'Notes',
  noNotesYet: 'No notes yet. Notes are shown as pins in every chart of the site.',
  noteDeleted: 'Note deleted.',
  deleteIt: 'Delete',
  undo: 'Undo',
  deleteItNamed: (text: string) => `Delete: ${text}`,
  notesByDay: 'Notes by day',
}
