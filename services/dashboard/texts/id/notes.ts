import type { notes as english } from '../notes.ts'

export const notes: typeof english = {
  addNote: 'Tambah catatan',
  day: 'Hari',
  note: 'Catatan',
  forExample: 'Contoh: beranda baru',
  notes: 'Catatan',
  noNotesYet: 'Belum ada catatan. Catatan ditampilkan sebagai pin di setiap grafik situs.',
  noteDeleted: 'Catatan dihapus.',
  deleteIt: 'Hapus',
  undo: 'Urungkan',
  deleteItNamed: (text: string) => `Hapus: ${text}`,
  notesByDay: 'Catatan per hari',
}
