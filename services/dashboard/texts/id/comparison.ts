import type { comparison as english } from '../comparison.ts'

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
  comparedKeywords: 'kata kunci',
}
