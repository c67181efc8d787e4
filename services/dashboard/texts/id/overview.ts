import type { overview as english } from '../overview.ts'

export const overview: typeof english = {
  downIn: (period: string) => `Turun dalam ${period}`,
  nothingFell: 'Tidak ada yang turun.',
  upIn: (period: string) => `Naik dalam ${period}`,
  nothingRose: 'Tidak ada yang naik.',
  newInTheTop10: 'Baru di 10 besar',
  noNewEntries: 'Tidak ada yang baru.',
  outOfTheTop10: 'Keluar dari 10 besar',
  noExits: 'Tidak ada yang keluar.',
  allKeywords: 'Semua kata kunci',
  keywords: 'Kata kunci',
  yourTenBest: 'Sepuluh terbaik Anda.',
  noKeywordsAreTrackedYet: 'Belum ada kata kunci yang dipantau.',
  keyword: 'Kata kunci',
  pageChanged: 'halaman berubah',
  before: 'Sebelumnya',
  now: 'Sekarang',
  change: 'Perubahan',
  overview: 'Ikhtisar',
  addTheFirst: 'Tambah yang pertama',
}
