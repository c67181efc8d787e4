import type { ReactNode } from 'react'
import type { rankedPages as english } from '../ranked-pages.ts'
import { rich } from '../rich.ts'
import { noun } from './plural.ts'

export const rankedPages: typeof english = {
  pages: 'Halaman',
  yourPages: 'Halaman Anda yang berperingkat',
  yourPagesLine: 'Masing-masing dengan kata kunci yang menemukannya saat ini.',
  pagesLower: noun('halaman'),
  page: 'Halaman',
  keywords: 'Kata kunci',
  best: 'Terbaik',
  top3: '3 besar',
  top10: '10 besar',
  noPageYet: 'Belum ada halaman Anda yang ditemukan.',
  keyword: 'Kata kunci',
  where: 'Di mana',
  position: 'Posisi',
  change: 'Perubahan',
  keywordsOf: (page: string) => `Kata kunci dari ${page}`,
  visit: 'Kunjungi halaman',
  competing: 'Halaman yang saling bersaing',
  competingLine:
    'Kata kunci yang halamannya bergantian dalam 90 hari terakhir: setiap kali satu kembali, yang lain telah menggantikannya.',
  addresses: 'Halaman',
  since: 'Sejak',
  lastTurn: 'Pergantian terakhir',
  turns: 'Pergantian',
  bestOf: (position: number, day: ReactNode) => rich`terbaik ${position}, terakhir ${day}`,
  noneCompete: 'Tidak ada halaman Anda yang saling bersaing.',
}
