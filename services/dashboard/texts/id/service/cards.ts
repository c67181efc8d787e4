import type { FailureKind } from '@rts/shared/failure'
import type { cards as english } from '@rts/shared/texts/cards'
import type { Translated } from '@rts/shared/texts/sentence'
import { locale } from '../locale.ts'
import { issueTitles } from './audit/titles.ts'

/** Operator's cards: their rules, titles, evidence and actions. */
export const cards: Translated<typeof english> = {
  leftTop10: ({ phrase }) => `“${phrase}” keluar dari 10 besar`,
  leftTop10Rule: ({ days }) =>
    `Sebuah kata kunci tadinya di 10 besar, keluar dalam ${days} hari terakhir, dan belum kembali.`,
  nearTop10: ({ path }) => `Perbarui ${path}: nyaris masuk 10 besar`,
  nearTop10Rule: ({ nearest, farthest }) =>
    `Sebuah halaman berada di posisi ${nearest} sampai ${farthest} untuk frasa yang jumlah pencarian bulanannya diketahui: pembaruan dapat membawanya ke 10 besar.`,
  pageSwap: ({ first, other, phrase }) => `${first} dan ${other} bertukar tempat untuk “${phrase}”`,
  pageSwapRule: ({ days }) =>
    `Dua halaman Anda bertukar tempat untuk satu frasa: dalam ${days} hari yang satu berperingkat, lalu yang lain, lalu yang pertama lagi.`,
  rivalPassed: ({ domain, count }) => `${domain} menyalip Anda di ${number(count)} kata kunci`,
  rivalPassedRule: ({ days, farthest }) =>
    `Pesaing yang tadinya di belakang Anda menyalip dalam ${days} hari terakhir, masuk ${farthest} besar, dan masih di depan.`,
  errorsOnRankingPage: ({ path, count }) => `${path} ada di 10 besar dan punya ${number(count)} kesalahan`,
  errorsOnRankingPageRule: 'Halaman di 10 besar punya kesalahan pada crawl terakhir situs Anda.',
  linkToDisavow: ({ domain, count }) => `${domain} mengirim ${number(count)} tautan buruk: disavow host ini`,
  linkToDisavowRule:
    'Tinjauan tautan Anda menyarankan disavow sebuah host: host itu punya skor spam dan setidaknya dua tanda tautan buruk.',
  checksFail: ({ count, since, error }) => {
    const checks = `Pengecekan ${number(count)} kata kunci gagal sejak ${since || 'awal'}`
    return error ? `${checks}: ${failures[error]}` : checks
  },
  checksFailRule: ({ days }) =>
    `Pengecekan terakhir sebuah kata kunci gagal, dan tidak ada yang berhasil selama ${days} hari.`,
  before: 'Sebelum',
  after: 'Sesudah',
  now: 'Sekarang',
  first: 'Pertama',
  next: 'Lalu',
  again: 'Kembali',
  phrase: ({ phrase }) => `“${phrase}”`,
  searched: ({ phrase, volume }) => `“${phrase}”, dicari ${number(volume)} kali sebulan`,
  positionFor: ({ phrase }) => `Posisi untuk “${phrase}”`,
  lastTry: ({ phrase }) => `“${phrase}”: percobaan terakhir`,
  lastThatWorked: ({ phrase }) => `“${phrase}”: terakhir berhasil`,
  link: ({ anchor }) => `Tautan dengan teks “${anchor}”`,
  issue: ({ code, title }) => issueTitles[code] ?? title,
  position: ({ position }) => (position === 0 ? 'tidak ditemukan' : `posisi ${position}`),
  passed: ({ own, ownNow, theirs, theirsNow }) =>
    `Anda ${place(own)} → ${place(ownNow)}, mereka ${place(theirs)} → ${place(theirsNow)}`,
  error: 'kesalahan',
  ok: 'ok',
  failed: ({ error }) => (error ? failures[error] : 'gagal'),
  signs: ({ signs }) => signs,
  disavowed: ({ domain }) => `${domain} dimasukkan ke daftar disavow`,
  planned: ({ phrase, month }) => `“${phrase}” dimasukkan ke rencana konten untuk ${month}`,
}

const failures: Readonly<Record<FailureKind, string>> = {
  auth: 'penyedia pencarian menolak kunci kami',
  quota: 'kuota kami di penyedia pencarian sudah habis',
  rate: 'penyedia pencarian terlalu sering ditanya',
  bad_request: 'penyedia pencarian menolak permintaan',
  unsupported: 'penyedia pencarian tidak menyediakan ini',
  upstream: 'penyedia pencarian tidak menjawab sebagaimana mestinya',
  timeout: 'penyedia pencarian tidak menjawab tepat waktu',
  parse: 'jawabannya tidak dapat dibaca',
  suspect: 'halaman hasil mungkin ditahan atau diganti',
  respelled: 'Google menampilkan hasil untuk ejaan lain',
  storage: 'jawabannya tidak dapat disimpan',
  budget: 'anggaran hari itu sudah habis',
  no_provider: 'belum ada penyedia pencarian yang diatur',
}

function number(value: number): string {
  return value.toLocaleString(locale)
}

function place(position: number): string {
  return position === 0 ? 'tidak ditemukan' : String(position)
}
