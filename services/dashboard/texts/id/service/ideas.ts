import type { reasons as english } from '@rts/shared/texts/ideas'
import type { Translated } from '@rts/shared/texts/sentence'

/** The evidence for content ideas. */
export const reasons: Translated<typeof english> = {
  rivalRanks: ({ domain, position, day, phrase, own }) =>
    `${domain} di posisi ${position} pada ${day} untuk "${phrase}", ${own === 0 ? 'situs Anda tidak ditemukan' : `situs Anda di posisi ${own}`}`,
  asked: ({ phrase, day }) => `Ditanyakan di halaman hasil "${phrase}" pada ${day}`,
  ranks: ({ position, day, phrase, url }) => `Posisi ${position} pada ${day} untuk "${phrase}"${pageNamed(url)}`,
  fell: ({ position, day, now, nowDay, phrase, url }) =>
    `Posisi ${position} pada ${day}, ${now === 0 ? 'tidak ditemukan' : now} pada ${nowDay} untuk "${phrase}"${pageNamed(url)}`,
  searched: ({ position, phrase, times, from, until }) =>
    `Google Search Console: posisi ${position} untuk "${phrase}", tampil ${times === 1 ? 'sekali' : `${times} kali`} dari ${from} sampai ${until}; belum dipantau kata kunci mana pun`,
  section: ({ heading, url, day, pages }) =>
    `Bagian "${heading}" dari ${url}; tidak satu pun halaman yang di-crawl sampai ${day} (${pages}) membahasnya`,
  noPage: ({ day, pages, phrase }) =>
    `Tidak satu pun halaman yang di-crawl sampai ${day} (${pages}) memuat "${phrase}" di judul atau heading utamanya`,
  notFound: ({ phrase, day }) => `Tidak ditemukan untuk "${phrase}" pada ${day}`,
}

function pageNamed(url: string): string {
  return url && `; halaman ${url}`
}
