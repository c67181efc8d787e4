import type { webhookMessages as english } from '../webhook-messages.ts'
import { plural } from './plural.ts'

export const webhookMessages: typeof english = {
  sampleData: '(data contoh)',
  rankChanges: (site, count) => `${site}: ${plural(count, 'perubahan peringkat')}`,
  moved: (keyword, where, before, now) => `${keyword} [${where}]: ${before} → ${now}`,
  notFound: 'tidak ditemukan',
  auditFinished: (site) => `${site}: audit selesai`,
  auditIncomplete: (site) => `${site}: audit selesai, tetapi tidak semua halaman dapat dibaca`,
  auditFigures: (pages, errors, warnings) =>
    `${plural(pages, 'halaman')}, ${plural(errors, 'kesalahan')}, ${plural(warnings, 'peringatan')}`,
  score: (score) => `Skor ${score} dari 100`,
  linksChanged: (site, won, lost) => `${site}: ${plural(won, 'tautan baru')}, ${lost} hilang`,
  wonLink: (from) => `Baru: ${from}`,
  lostLink: (from) => `Hilang: ${from}`,
  alerts: (site, count) => `${site}: ${plural(count, 'peringatan')}`,
  andMore: (count) => `dan ${count} lagi`,
  test: (site) => `${site}: ini uji coba. Pesan dari peristiwa yang Anda pilih akan masuk ke sini.`,
}
