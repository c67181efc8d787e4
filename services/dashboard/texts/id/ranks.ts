import type { ReactNode } from 'react'
import type { ranks as english } from '../ranks.ts'
import { rich } from '../rich.ts'
import { plural } from './plural.ts'

const keywords = (count: number) => plural(count, 'kata kunci')
const refreshesOf = (count: number) => plural(count, 'pembaruan data')

export const ranks: typeof english = {
  checkNow: 'Cek sekarang',
  checkAnyway: 'Tetap cek',
  use: (refreshes: number) => `Pakai ${refreshesOf(refreshes)}`,
  thereIsNothingToCheck: 'Tidak ada yang perlu dicek.',
  willBeFetched: (pages: number) =>
    `${plural(pages, 'halaman hasil')} akan diambil, masing-masing satu pembaruan data.`,
  atMost: (amount: string) => ` Penyedia menagih paling banyak ${amount}.`,
  youLeftToday: (refreshes: number) => ` Sisa hari ini: ${refreshesOf(refreshes)}.`,
  alreadyBeingChecked: (count: number) => `${keywords(count)} sedang dicek, tanpa biaya tambahan`,
  checkedWithinTheLastHour: (count: number, at: ReactNode) =>
    rich`${keywords(count)} dicek dalam satu jam terakhir, yang terbaru ${at}`,
  overThePlansLimit: (count: number) => `${keywords(count)} melebihi batas paket: tidak dicek`,
  ofAPausedSite: (count: number) => `${keywords(count)} dari situs yang dijeda: lanjutkan pengecekannya dahulu`,
  onlyTheFirst: (count: number) => `Hanya ${keywords(count)} pertama yang dapat dicek hari ini.`,
  queuedNotQueuedNo: (queued: number, unpaid: number) =>
    `${keywords(queued)} masuk antrean. ${keywords(unpaid)} tidak: pembaruan data hari ini habis.`,
  notFound: 'tidak ditemukan',
  found: 'Ditemukan',
  foundOf: (head) => `${head}: ditemukan`,
  yes: 'ya',
  no: 'tidak',
  noCheck: 'tidak ada pengecekan',
  visibility: 'Visibilitas',
  visibilityLower: 'visibilitas',
  shareOfClicks:
    'Porsi klik yang didapat dari posisi; 100 berarti nomor satu untuk setiap kata kunci. Klik diperkirakan dari posisi, menurut studi tahun 2022 dan tanpa jawaban AI.',
  usually: (low, high) => `Biasanya antara ${low} dan ${high}.`,
  keywordsAdded: (count) => `${keywords(count)} ditambahkan`,
  added: 'Kata kunci ditambahkan',
  carried: 'Dari hari sebelumnya',
  positions: 'Posisi',
  chart: 'Grafik',
  keywordsByPosition: 'Kata kunci menurut posisi',
  numberOfKeywords: 'Jumlah kata kunci, hari demi hari.',
  shorterPeriod: 'Periode lebih pendek',
  longerPeriod: 'Periode lebih panjang',
  compareWith: 'Bandingkan dengan',
  shareOfVoice: 'Share of voice',
  shareOfTheClicks:
    'Porsi klik untuk kata kunci Anda, diperkirakan dari posisi; setiap kata kunci dihitung sama, di satu kota atau lima. Sisanya untuk situs lain.',
  of100: '/ 100',
  you: 'Anda',
}
