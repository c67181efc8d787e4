import type { comparison as english } from '../comparison.ts'
import { locale } from './locale.ts'
import { noun, plural } from './plural.ts'

export const comparison: typeof english = {
  addACompetitor: 'Tambah pesaing',
  addCompetitor: 'Tambah pesaing',
  domain: 'Domain',
  keyword: 'Kata kunci',
  you: 'Anda',
  showMore: 'Tampilkan lagi',
  noCompetitorsYet: 'Belum ada pesaing. Tambahkan satu, dan riwayatnya diisi dari pengecekan Anda.',
  noKeywordsAreTrackedYet: 'Belum ada kata kunci yang dipantau.',
  remove: (domain: string) => `Hapus ${domain}`,
  noLongerCompared: (domain: string) => `${domain} tidak dibandingkan lagi.`,
  rankComparison: 'Perbandingan peringkat',
  positions: 'Posisi',
  bestPositionBold: 'Posisi terbaik dicetak tebal.',
  comparedKeywords: noun('kata kunci'),
  suggestedCompetitors: 'Pesaing yang disarankan',
  theyRankMost: (pages: number) => `Paling sering masuk 10 besar di ${plural(pages, 'halaman hasil')} kata kunci Anda.`,
  suggestionsComeWithTheFirstCheck: 'Saran muncul setelah kata kunci Anda dicek pertama kali.',
  pagesInTheTop10: 'Masuk 10 besar',
  countOf: (count: number, all: number) => `${count.toLocaleString(locale)} dari ${all.toLocaleString(locale)}`,
  compare: 'Bandingkan',
  compareWith: (domain: string) => `Bandingkan dengan ${domain}`,
  chooseOne: 'Pilih salah satu',
  addKeywords: 'Tambah kata kunci',
}
