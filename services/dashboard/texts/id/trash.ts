import type { trash as english } from '../trash.ts'
import { noun, plural } from './plural.ts'

const keywords = (count: number) => plural(count, 'kata kunci')

export const trash: typeof english = {
  trash: 'Sampah',
  keptFor30Days:
    'Situs dan kata kunci yang dihapus disimpan selama 30 hari. Semuanya tidak dicek dan tidak dihitung dalam paket Anda; setelah dipulihkan, riwayatnya kembali.',
  sites: 'Situs',
  keywords: 'Kata kunci',
  keywordsOf: 'Kata kunci yang dihapus',
  keywordsLower: noun('kata kunci'),
  site: 'Situs',
  keyword: 'Kata kunci',
  deleted: 'Dihapus',
  by: 'Oleh',
  until: 'Disimpan sampai',
  aKey: 'kunci API',
  theService: 'layanan',
  noSites: 'Tidak ada situs di Sampah.',
  noKeywords: 'Tidak ada kata kunci di Sampah.',
  restore: 'Pulihkan',
  restoreNamed: (domain: string) => `Pulihkan ${domain}`,
  keywordsComeBack: 'Kata kunci sebuah situs ikut kembali; yang dihapus sebelum situsnya tetap di Sampah.',
  allTrash: 'Seluruh isi Sampah',
  siteRestored: (domain: string) => `${domain} sudah kembali.`,
  restored: (count: number) => `${keywords(count)} sudah kembali, beserta riwayatnya.`,
  trackedAgain: (count: number) => `${keywords(count)} tetap di Sampah: yang sama sudah dipantau lagi.`,
  noRoom: (count: number) => `${keywords(count)} tetap di Sampah: paket Anda tidak cukup.`,
}
