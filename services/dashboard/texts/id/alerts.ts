import type * as english from '../alerts.ts'
import { plural } from './plural.ts'
import { said } from './said.ts'

type Item = english.ShownAlert['items'][number]

export const alertSentence: typeof english.alertSentence = ({ rule, threshold, count, items }) => {
  const [item] = items
  if (count === 1 && item) return ofOne(rule, threshold ?? 0, item)
  const names = items.map(named).join(', ')
  const more = count > items.length ? `, dan ${count - items.length} lagi` : ''
  return `${ofMany(rule, threshold ?? 0, count)}: ${names}${more}`
}

function ofOne(rule: string, threshold: number, { name, sentence, from, to, answers }: Item): string {
  const moved = `dari ${place(from)} ke ${place(to)}`
  switch (rule) {
    case 'not_found':
      return `“${name}” tidak ditemukan lagi; posisi biasanya ${place(from)}`
    case 'left_top':
      return `“${name}” keluar dari ${threshold} besar: ${moved}`
    case 'fell':
      return `“${name}” turun ${moved}`
    case 'reached_top':
      return `“${name}” masuk ${threshold} besar: ${moved}`
    case 'rose':
      return `“${name}” naik ${moved}`
    case 'new_page':
      return `Halaman baru berperingkat untuk “${name}”, di posisi ${place(to)}`
    case 'rival_passed':
      return `${name} menyalip Anda`
    case 'checks_fail':
      return `Pengecekan ${plural(to ?? 0, 'kata kunci')} gagal selama dua hari${name && `: ${named({ name, sentence })}`}`
    case 'audit_errors':
      return `Kesalahan baru di ${plural(to ?? 0, 'halaman')}: ${named({ name, sentence })}`
    case 'links_lost':
      return `${name} tidak lagi menautkan ke Anda (${plural(to ?? 0, 'tautan')})`
    case 'links_won':
      return `${name} sekarang menautkan ke Anda (${plural(to ?? 0, 'tautan')})`
    case 'ai_lost':
      return `Mesin AI lebih jarang menyebut Anda untuk “${name}”${shares(from, to, answers)}`
    case 'ai_won':
      return `Mesin AI lebih sering menyebut Anda untuk “${name}”${shares(from, to, answers)}`
    default:
      return `Klik dari Google turun dari ${place(from)} menjadi ${to ?? 0} seminggu`
  }
}

function ofMany(rule: string, threshold: number, count: number): string {
  switch (rule) {
    case 'not_found':
      return `${plural(count, 'kata kunci')} tidak ditemukan lagi`
    case 'left_top':
      return `${plural(count, 'kata kunci')} keluar dari ${threshold} besar`
    case 'fell':
      return `${plural(count, 'kata kunci')} turun ${threshold} tempat atau lebih`
    case 'reached_top':
      return `${plural(count, 'kata kunci')} masuk ${threshold} besar`
    case 'rose':
      return `${plural(count, 'kata kunci')} naik ${threshold} tempat atau lebih`
    case 'new_page':
      return `Halaman baru berperingkat untuk ${plural(count, 'kata kunci')}`
    case 'rival_passed':
      return `${plural(count, 'pesaing')} menyalip Anda`
    case 'audit_errors':
      return `${plural(count, 'jenis kesalahan baru')}`
    case 'links_lost':
      return `${plural(count, 'host')} tidak lagi menautkan ke Anda`
    case 'links_won':
      return `${plural(count, 'host')} sekarang menautkan ke Anda`
    case 'ai_lost':
      return `Mesin AI lebih jarang menyebut Anda untuk ${plural(count, 'prompt')}`
    default:
      return `Mesin AI lebih sering menyebut Anda untuk ${plural(count, 'prompt')}`
  }
}

function named({ name, sentence }: Pick<Item, 'name' | 'sentence'>): string {
  return sentence ? said(sentence) : name
}

function shares(from: number | null, to: number | null, answers: number | undefined): string {
  return answers === undefined
    ? ''
    : `: di ${to} % dari ${plural(answers, 'jawaban')} terakhir, sebelumnya di ${from} %`
}

function place(position: number | null): string {
  return position === null || position === 0 ? 'tidak ditemukan' : String(position)
}

export const alertRules: typeof english.alertRules = {
  not_found: 'Kata kunci tidak ditemukan lagi',
  left_top: 'Kata kunci keluar dari tempat-tempat pertama',
  fell: 'Kata kunci turun banyak tempat',
  reached_top: 'Kata kunci masuk tempat-tempat pertama',
  rose: 'Kata kunci naik banyak tempat',
  new_page: 'Halaman baru berperingkat untuk kata kunci',
  rival_passed: 'Pesaing menyalip Anda',
  checks_fail: 'Pengecekan gagal selama dua hari',
  audit_errors: 'Audit menemukan kesalahan baru',
  links_lost: 'Host tidak lagi menautkan ke Anda',
  links_won: 'Host menautkan ke Anda',
  ai_lost: 'Mesin AI lebih jarang menyebut Anda',
  ai_won: 'Mesin AI lebih sering menyebut Anda',
  clicks_fell: 'Klik dari Google turun',
}

const ofFifty = (times: string) =>
  `Dari lima puluh kata kunci yang dicek setiap hari, kebetulan memunculkannya ${times} setahun`

export const alertNotes: typeof english.alertNotes = {
  not_found: `${ofFifty('0,1 sampai 2,4 kali')}.`,
  left_top: `Tempat pertama. ${ofFifty('0,5 sampai 7 kali')}.`,
  fell: `Tempat; lebih sedikit di dekat puncak. ${ofFifty('0,1 sampai 2 kali')}.`,
  reached_top: `Tempat pertama. ${ofFifty('0,4 kali')}.`,
  rose: `Tempat. ${ofFifty('0,1 kali')}.`,
  rival_passed: 'Muncul juga karena kebetulan: tetangga di satu halaman saling menyalip.',
  audit_errors: 'Halaman yang sekali saja menjawab buruk juga memunculkannya.',
  links_lost: 'Kekuatan host, 0 sampai 100. Tautan yang sekali terlewat oleh sumber tautan juga memunculkannya.',
  links_won: 'Kekuatan host, 0 sampai 100',
  ai_lost: 'Kebetulan memunculkannya 0,1 kali setahun untuk satu prompt.',
  ai_won: 'Kebetulan memunculkannya 0,1 kali setahun untuk satu prompt.',
  clicks_fell:
    'Persen, dibanding empat minggu sebelumnya; mulai seratus klik seminggu. Kebetulan memunculkannya 0,1 sampai 0,3 kali setahun.',
}

export const alerts: typeof english.alerts = {
  alerts: 'Peringatan',
  raised: 'Peringatan yang muncul',
  raisedLine:
    'Seratus terakhir, dari 90 hari. Sebuah peringatan muncul sekali, sampai kondisinya berakhir selama dua pengecekan.',
  none: 'Tidak ada peringatan. Peringatan mulai saat Anda mengaktifkannya di bawah, tentang perubahan sejak saat itu.',
  isNew: 'baru',
  site: 'Situs',
  ofTheWeek: (shown: number, total: number) =>
    total > shown
      ? `${shown} terakhir dari ${total} yang muncul dalam tujuh hari.`
      : 'Muncul dalam tujuh hari terakhir.',
  when: 'Muncul',
  alert: 'Peringatan',
  for: 'Untuk',
  forMe: 'Anda',
  forChannels: 'Saluran',
  emails: 'Email',
  emailsLine:
    'Hanya untuk Anda, tentang situs ini. Paling banyak satu email peringatan sehari, untuk semua situs Anda sekaligus.',
  emailAlerts: 'Peringatan',
  emailAlertsHint: 'Saat ada perubahan yang disebut aturan di bawah.',
  emailWeekly: 'Ringkasan mingguan',
  emailWeeklyHint: 'Setiap Senin; peringatan hari itu ikut email berikutnya.',
  save: 'Simpan',
  quiet: 'Jam tenang',
  quietLine: (zone: string) => `Tidak ada email peringatan pada jam ini, menurut zona waktu Anda (${zone}).`,
  from: 'Dari',
  until: 'Sampai',
  noQuiet: 'Tanpa jam tenang',
  notQuiet: 'Belum diatur: email datang kapan saja.',
  rules: 'Aturan',
  rulesLine:
    'Posisi biasa sebuah kata kunci adalah median dari empat belas pengecekan terakhirnya. Perubahan posisi dihitung bila tiga pengecekan berturut-turut menunjukkannya, atau dua yang masing-masing diulang.',
  myRules: 'Untuk email saya',
  channelRules: 'Untuk saluran',
  channelsLine: 'Webhook, Slack, dan Discord situs ini. Pemilik dan admin memilih aturannya.',
  channelsOn: 'Kirim peringatan ke saluran situs ini',
  preview: (count: number) => `Dalam 30 hari terakhir: ${plural(count, 'peringatan')}`,
  previewing: 'Menghitung peringatan 30 hari terakhir…',
  notCounted: (rules: string) => `Tidak dihitung karena datanya tidak tersedia: ${rules}.`,
  ofRule: (count: number) => (count === 0 ? 'tidak ada' : String(count)),
  in30Days: '30 hari',
  rule: 'Aturan',
  threshold: 'Ambang',
  thresholdOf: (rule: string) => `Ambang: ${rule}`,
  on: 'Aktif',
  askTitle: 'Ingin menerima email tentang situs ini?',
  askLine:
    'Ringkasan mingguan, dan peringatan saat posisi, tautan, atau kesalahan berubah. Anda dapat mengubahnya kapan saja.',
  yes: 'Ya, keduanya',
  onlyAlerts: 'Hanya peringatan',
  no: 'Tanpa email',
}
