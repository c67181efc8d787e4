import type { Letter } from '@rts/shared/mail/letter'
import type { siteLetters as english } from '../letters-site.ts'
import { alertSentence } from './alerts.ts'
import { dayOf, figure } from './letter-words.ts'
import { plural } from './plural.ts'

type Texts = typeof english
type Given<K extends keyof Texts> = Parameters<Texts[K]>[0]

export const siteLetters: Texts = {
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

  report: ({ url, stopUrl, title, shownName, site, from, until, figures }): Letter => ({
    subject: `Laporan pencarian ${site}, ${dayOf(from)} sampai ${dayOf(until)}`,
    paragraphs: [
      `${shownName ?? site} membagikan laporan “${title}” tentang ${site} kepada Anda, dari ${dayOf(from)} sampai ${dayOf(until)}.`,
      ...figures.map(({ name: which, value, before, answers }) => {
        const { label, unit = '' } = reportFigures[which]
        const was = before === null ? '' : ` (sebelumnya: ${figure(before)}${unit})`
        const sample = answers === undefined ? '' : ` dari ${figure(answers)}`
        return `${label}: ${figure(value)}${unit}${sample}${was}`
      }),
      `Berhenti menerima surat bulanan laporan ini: ${stopUrl}`,
    ],
    button: { label: 'Lihat laporan', url },
    stopUrl,
  }),

  reportQuestion: ({ url, stopUrl, site, service }): Letter => ({
    subject: `Apakah Anda ingin laporan pencarian bulanan tentang ${site}?`,
    paragraphs: [
      `Seseorang yang memantau ${site} di ${service} ingin mengirimi Anda laporan pencarian setiap bulan lewat email.`,
      'Tidak ada yang dikirim tanpa persetujuan Anda. Jika Anda tidak menjawab, tidak ada email lagi tentang ini.',
      `Tidak, dan jangan tanya lagi: ${stopUrl}`,
    ],
    button: { label: 'Jawab', url },
    stopUrl,
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
}

/** The paragraphs about one site. */
function aboutSite({ name: site, url, stopUrl, alerts }: Given<'alerts'>['sites'][number], isOne: boolean): string[] {
  const lines = alerts.map((alert) => `• ${alertSentence(alert)}`)
  const stop = `Berhenti menerima peringatan tentang ${site}: ${stopUrl}`
  return isOne ? [...lines, stop] : [`${site}: ${url}`, ...lines, stop]
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
