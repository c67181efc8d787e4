import type { Letter } from '@rts/shared/mail/letter'
import type { letters as english, unsubscribe as englishPage } from '../letters.ts'
import { alertSentence } from './alerts.ts'
import { locale } from './locale.ts'
import { plural } from './plural.ts'
import { weekly } from './weekly.ts'

type Texts = typeof english
type Given<K extends keyof Texts> = Parameters<Texts[K]>[0]

const roleNames = { admin: 'admin', member: 'anggota', viewer: 'pembaca' }
const ignore = 'Jika ini bukan Anda, abaikan saja email ini.'

export const letters: Texts = {
  verify: ({ url }): Letter => ({
    subject: 'Konfirmasi alamat email Anda',
    paragraphs: ['Buka tautan ini untuk mengonfirmasi alamat email Anda. Tautan berlaku satu hari.', ignore],
    button: { label: 'Konfirmasi email', url },
  }),

  reset: ({ url }): Letter => ({
    subject: 'Atur kata sandi baru',
    paragraphs: [
      'Buka tautan ini untuk mengatur kata sandi baru. Tautan berlaku sekali, dalam satu jam.',
      `${ignore} Kata sandi Anda tidak berubah.`,
    ],
    button: { label: 'Atur kata sandi baru', url },
  }),

  known: ({ url }): Letter => ({
    subject: 'Anda sudah punya akun',
    paragraphs: [
      'Seseorang mendaftar dengan alamat ini, yang sudah punya akun. Masuklah, atau atur kata sandi baru di sana.',
      ignore,
    ],
    button: { label: 'Masuk', url },
  }),

  changed: ({ url }): Letter => ({
    subject: 'Kata sandi Anda telah diubah',
    paragraphs: [
      'Kata sandi Anda telah diubah, dan semua sesi lain telah diakhiri.',
      'Jika ini bukan Anda, segera atur kata sandi baru.',
    ],
    button: { label: 'Atur kata sandi baru', url },
  }),

  newMail: ({ url }): Letter => ({
    subject: 'Konfirmasi alamat email baru Anda',
    paragraphs: [
      'Untuk memakai alamat ini mulai sekarang, buka tautan ini selagi Anda masuk dengan alamat lama. Tautan berlaku sekali, dalam satu hari.',
      ignore,
    ],
    button: { label: 'Pakai alamat ini', url },
  }),

  oldMail: ({ url }): Letter => ({
    subject: 'Anda meminta perubahan alamat email',
    paragraphs: [
      'Seseorang yang masuk ke akun Anda meminta untuk memakai alamat email lain. Tidak ada yang berubah sampai tautan yang dikirim ke alamat itu dibuka.',
      'Jika ini bukan Anda, segera atur kata sandi baru: itu membatalkan permintaan dan mengakhiri semua sesi.',
    ],
    button: { label: 'Atur kata sandi baru', url },
  }),

  brokenConnection: ({ url, google }): Letter => ({
    subject: 'Koneksi Anda ke Google Search Console telah berakhir',
    paragraphs: [
      `Google tidak lagi menerima koneksi ${google}, sehingga tidak ada data Search Console baru yang dibaca.`,
      'Data sebelumnya tetap disimpan. Koneksi berakhir bila dihapus di Google, bila kata sandi Google berubah, atau setelah setengah tahun tidak dipakai.',
      'Hubungkan lagi untuk melanjutkan.',
    ],
    button: { label: 'Hubungkan lagi', url },
  }),

  webhookRests: ({ url, site, address, restsFor }): Letter => ({
    subject: `Peristiwa ${site} tidak lagi dikirim ke ${address}`,
    paragraphs: [
      restsFor === 'removed'
        ? `${address} menjawab bahwa alamat itu sudah tidak ada, jadi tidak ada lagi yang dikirim ke sana.`
        : `${address} tidak menerima satu pun peristiwa ${site} selama tiga hari, jadi tidak ada lagi yang dikirim ke sana.`,
      'Peristiwa disimpan selama 14 hari. Perbaiki alamatnya lalu lanjutkan: peristiwa dikirim sesuai urutannya.',
    ],
    button: { label: 'Buka webhook', url },
  }),

  invite: ({ url, stopUrl, inviter, role, expiresAt }): Letter => ({
    subject: 'Anda diundang ke sebuah akun',
    paragraphs: [
      `${inviter} mengundang Anda ke akunnya sebagai ${roleNames[role]}.`,
      `Undangan ini hanya untuk alamat ini dan kedaluwarsa pada ${dayOf(expiresAt)}.`,
      'Jika Anda tidak mengenal pengirimnya, abaikan saja email ini.',
      `Berhenti menerima undangan ke alamat ini: ${stopUrl}`,
    ],
    button: { label: 'Lihat undangan', url },
    stopUrl,
  }),

  report: ({ url, stopUrl, title, shownName, site, from, until, figures }): Letter => ({
    subject: `Laporan pencarian ${site}, ${dayOf(from)} sampai ${dayOf(until)}`,
    paragraphs: [
      `${shownName ?? site} membagikan laporan “${title}” tentang ${site} kepada Anda, dari ${dayOf(from)} sampai ${dayOf(until)}.`,
      ...figures.map(({ name: which, value, before }) => {
        const { label, unit = '' } = reportFigures[which]
        const was = before === null ? '' : ` (sebelumnya: ${figure(before)}${unit})`
        return `${label}: ${figure(value)}${unit}${was}`
      }),
      `Berhenti menerima surat bulanan laporan ini: ${stopUrl}`,
    ],
    button: { label: 'Lihat laporan', url },
    stopUrl,
  }),

  newOwner: ({ url, from }): Letter => ({
    subject: 'Anda kini pemilik sebuah akun',
    paragraphs: [
      `${from} mengalihkan kepemilikan akunnya kepada Anda.`,
      'Anda kini menerima pesanan dan emailnya. Pemilik sebelumnya menjadi admin.',
    ],
    button: { label: 'Lihat tim', url },
  }),

  formerOwner: ({ url, to }): Letter => ({
    subject: 'Akun Anda punya pemilik baru',
    paragraphs: [
      `Kepemilikan akun Anda dialihkan kepada ${to}. Anda kini menjadi admin.`,
      'Jika ini bukan Anda, segera atur kata sandi baru dan hubungi kami.',
    ],
    button: { label: 'Lihat tim', url },
  }),

  paymentDue: ({ url, stopUrl, plan, nextPlan, paidUntil, days }): Letter => ({
    subject: `Paket ${name(plan)} Anda berakhir ${whenIn(days)}`,
    paragraphs: [
      `${name(plan)} telah dibayar sampai ${dayOf(paidUntil)}. ${
        nextPlan
          ? `Setelah itu akun beralih ke ${name(nextPlan)}.`
          : `${name(plan)} tetap aktif tujuh hari lagi; setelah itu akun beralih ke Free, dan tidak ada yang dihapus.`
      }`,
      'Paket tidak diperpanjang otomatis. Untuk mempertahankannya, bayar untuk satu bulan atau satu tahun lagi.',
      `Berhenti menerima pengingat ini: ${stopUrl}`,
    ],
    button: { label: 'Lihat paket dan harga', url },
    stopUrl,
  }),

  planEnded: ({ url, plan, endedAt }): Letter => ({
    subject: `Paket ${name(plan)} Anda telah berakhir`,
    paragraphs: [
      `${name(plan)} telah dibayar sampai ${dayOf(endedAt)}, dan akun kini memakai Free.`,
      'Tidak ada yang dihapus: data di luar batas Free tetap disimpan tetapi tidak dicek lagi. Pengecekan berlanjut begitu Anda membayar paket.',
    ],
    button: { label: 'Lihat paket dan harga', url },
  }),

  receipt: ({ url, number, plan, total, endsAt }): Letter => ({
    subject: `Kuitansi ${number}`,
    paragraphs: [`Terima kasih. Kami telah menerima ${total} untuk ${name(plan)}, sampai ${dayOf(endsAt)}.`],
    button: { label: 'Lihat kuitansi', url },
  }),

  inReview: ({ orderId, accountId, reason, method, amount, expected }): Letter => ({
    subject: `Sebuah pembayaran perlu keputusan: pesanan ${orderId}`,
    paragraphs: [
      `Pembayaran ${amount} lewat ${method} diterima untuk pesanan ${orderId} dari akun ${accountId} (${expected}), dan ${reviewReasons[reason]}.`,
      'Belum ada yang diberikan untuknya. Selesaikan pesanan (order settle) atau kembalikan dananya (order refund).',
    ],
  }),

  surplus: ({ url, amount }): Letter => ({
    subject: 'Anda membayar dua kali',
    paragraphs: [
      `Pembayaran lain sebesar ${amount} diterima untuk pesanan yang sudah lunas.`,
      'Dana itu disimpan sebagai saldo kredit untuk pesanan berikutnya. Untuk pengembalian dana, balas email ini.',
    ],
    button: { label: 'Lihat pesanan', url },
  }),

  alerts: ({ url, stopUrl, sites }) => {
    const count = sites.reduce((sum, { alerts }) => sum + alerts.length, 0)
    const [only] = sites.length === 1 ? sites : []
    return {
      subject: only
        ? `${only.name}: ${plural(count, 'peringatan')}`
        : `${plural(count, 'peringatan')} tentang situs Anda`,
      paragraphs: sites.flatMap((site) => aboutSite(site, only !== undefined)),
      button: { label: only ? 'Lihat peringatan' : 'Lihat situs Anda', url },
      stopUrl,
    }
  },

  weekly,
}

/** The paragraphs about one site. */
function aboutSite({ name: site, url, stopUrl, alerts }: Given<'alerts'>['sites'][number], isOne: boolean): string[] {
  const lines = alerts.map((alert) => `• ${alertSentence(alert)}`)
  const stop = `Berhenti menerima peringatan tentang ${site}: ${stopUrl}`
  return isOne ? [...lines, stop] : [`${site}: ${url}`, ...lines, stop]
}

export const unsubscribe: typeof englishPage = {
  invite: { label: 'Berhenti menerima undangan', done: 'Alamat ini tidak menerima undangan lewat email lagi.' },
  reminder: { label: 'Berhenti menerima pengingat', done: 'Alamat ini tidak menerima pengingat pembayaran lagi.' },
  report: {
    label: 'Berhenti menerima surat laporan ini',
    done: 'Alamat ini tidak menerima surat bulanan laporan ini lagi.',
  },
  alerts: {
    label: 'Berhenti menerima peringatan',
    done: 'Anda tidak menerima peringatan tentang situs ini lewat email lagi.',
  },
  weekly: {
    label: 'Berhenti menerima email mingguan',
    done: 'Anda tidak menerima email mingguan tentang situs ini lagi.',
  },
  broken: { title: 'Tautan ini tidak lengkap', text: 'Salin seluruh tautan dari email.' },
}

const reportFigures: Readonly<Record<Given<'report'>['figures'][number]['name'], { label: string; unit?: string }>> = {
  visibility: { label: 'Visibilitas, dari 100' },
  top3: { label: 'Kata kunci di 3 besar' },
  top10: { label: 'Kata kunci di 10 besar' },
  up: { label: 'Kata kunci yang naik' },
  down: { label: 'Kata kunci yang turun' },
  clicks: { label: 'Klik dari Google' },
  mentioned: { label: 'Jawaban AI yang menyebut situs', unit: ' %' },
  score: { label: 'Skor halaman, dari 100' },
  found: { label: 'Tautan baru' },
  lost: { label: 'Tautan hilang' },
}

const reviewReasons: Readonly<Record<Given<'inReview'>['reason'], string>> = {
  amount: 'jumlahnya berbeda dari pesanan',
  currency: 'mata uangnya berbeda dari pesanan',
  account_closed: 'akunnya ditutup sebelum pembayaran tiba',
  another_payment: 'pesanannya sudah menunggu keputusan Anda',
}

function whenIn(days: number): string {
  if (days === 0) return 'hari ini'
  return days === 1 ? 'besok' : `dalam ${days} hari`
}

function name(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

function figure(value: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: 1 })
}

function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, form).format(new Date(timestamp))
}
