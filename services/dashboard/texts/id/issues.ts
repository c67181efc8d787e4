import type { issues as english } from '../issues.ts'
import { plural } from './plural.ts'

export const issues: typeof english = {
  howFix: 'Cara memperbaikinya',
  pages: 'Halaman',
  page: 'Halaman',
  found: 'Ditemukan',
  thisIssueConcernsTheWhole: 'Masalah ini menyangkut seluruh situs.',
  onPageIssues: 'Masalah on-page',
  score: 'Skor',
  pagesWithoutAnError: 'Halaman tanpa kesalahan',
  pagesRead: 'Halaman dibaca',
  fixedSince: 'Sudah diperbaiki',
  of100: '/ 100',
  issues: 'Masalah',
  noPageHasBeenCrawled: 'Belum ada halaman yang di-crawl.',
  noIssuesFound: 'Tidak ada masalah.',
  fixed: 'Diperbaiki',
  foundByTheCrawlBefore: 'Ditemukan oleh crawl sebelumnya, dan tidak ditemukan lagi.',
  fixedIssues: 'Masalah yang diperbaiki',
  crawlingKnownPages: (done: string, known: string) => `Crawl berjalan: ${done} dari ${known} halaman yang diketahui.`,
  issue: 'Masalah',
  severity: 'Tingkat',
  newIt: 'Baru',
  newItLower: 'baru',
  crawlAgain: 'Crawl lagi',
  issueCount: (count: number) => plural(count, 'masalah'),
}
