import type { ideas as english } from '../ideas.ts'
import { noun } from './plural.ts'

export const ideas: typeof english = {
  keyword: 'Kata kunci',
  keywords: 'Kata kunci',
  volume: 'Volume',
  difficulty: 'Kesulitan',
  yourPosition: 'Posisi',
  yourPage: 'Halaman Anda',
  noneYet: 'belum ada',
  addToPlan: 'Tambahkan ke rencana',
  plannedFor: 'Direncanakan untuk',
  alreadyPlannedFor: 'Sudah direncanakan untuk',
  seePlan: 'Lihat rencana',
  contentIdeas: 'Ide konten',
  whatToWriteAboutNext: 'Topik berikutnya untuk ditulis',
  openAnIdeaToSee: 'Buka ide untuk melihat alasannya dan merencanakannya.',
  noIdeasYet: 'Belum ada ide: pantau kata kunci, dan tambahkan pesaing.',
  idea: 'Ide',
  kind: 'Jenis',
  why: 'Alasan',
  score: 'Skor',
  ideasLower: noun('ide'),
  chooseACompetitor: 'Pilih pesaing',
}
