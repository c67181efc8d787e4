import type { ReactNode } from 'react'
import type { autoAdd as english } from '../auto-add.ts'
import { rich } from '../rich.ts'
import { noun } from './plural.ts'

export const autoAdd: typeof english = {
  autoAdd: 'Tambah otomatis',
  policy: 'Aturan',
  proposalsComeFromSavedQuestions:
    'Usulan berasal dari pertanyaan, ide, dan pencarian situs ini yang tersimpan, tanpa memakai pembaruan data.',
  keywords: 'Kata kunci',
  proposals: 'Usulan',
  proposed: 'Diusulkan',
  decided: 'Diputuskan',
  decidedProposals: 'Usulan yang sudah diputuskan',
  noKeywordsHaveBeenAdded: 'Belum ada kata kunci yang ditambahkan atau diabaikan.',
  keyword: 'Kata kunci',
  theRule: 'aturan',
  seen: 'Terlihat',
  volume: 'Volume',
  andMore: (count: number) => ` dan ${count} lainnya`,
  askedOnTheResultsPage: (keyword: string, sandboxMark: string) =>
    `ditanyakan di halaman hasil “${keyword}”${sandboxMark}`,
  anIdeaOf: (source: string) => `ide dari ${source}`,
  searchedShownTimesPosition: (impressions: string, position: string, mark: string) =>
    `dicari: tampil ${impressions} kali, di posisi ${position}${mark}`,
  off: 'Nonaktif',
  propose: 'Usulkan',
  everyMondayPeopleDecide: 'Setiap Senin; orang yang memutuskan.',
  add: 'Tambahkan',
  addsTheBestMatches:
    'Menambahkan yang paling cocok dengan topik Anda, sampai batas mingguan; sisanya diputuskan orang.',
  save: 'Simpan',
  maximumAddedPerWeek: 'Maksimum ditambahkan per minggu',
  topicsLook: 'Topik yang dicari',
  forExample: 'Contoh: mesin espreso dan penggiling untuk kantor. Kosongkan untuk topik apa pun.',
  nextProposalsArriveOnMonday: (day: ReactNode) => rich`Usulan berikutnya datang hari Senin, ${day}.`,
  autoAddOff: 'Tambah otomatis nonaktif.',
  ofWereAddedThisWeek: (added: number, limit: number) => ` ${added} dari ${limit} ditambahkan minggu ini.`,
  lastRun: (at: ReactNode, proposed: number, added: number) =>
    rich`Proses terakhir, ${at}: ${proposed} diusulkan, ${added} ditambahkan.`,
  yourPlanHasNoRoom: 'Paket Anda tidak cukup untuk semuanya; sisanya tetap sebagai usulan.',
  seePlans: 'Lihat paket',
  beingAdded: 'sedang ditambahkan',
  topicMatch: 'Kecocokan topik',
  score: 'Skor',
  decision: 'Keputusan',
  decideOn: (keyword: string) => `Putuskan ${keyword}`,
  decide: 'Putuskan',
  monthlySearches: 'Pencarian per bulan',
  addedYourPlanNo: (added: number, overLimit: number) =>
    `${added} ditambahkan. Paket Anda tidak cukup untuk ${overLimit} lagi.`,
  noProposals: 'Tidak ada usulan. Bila tambah otomatis aktif, usulan datang setiap Senin.',
  accept: 'Terima',
  dismiss: 'Abaikan',
  proposeNow: 'Usulkan sekarang',
  noNewDataHasBeen: 'Tidak ada data baru yang tersimpan untuk situs ini.',
  proposedAdded: (proposed: number, added: number) => `${proposed} diusulkan, ${added} ditambahkan.`,
  sandboxMark: ' (sandbox)',
  proposalsLower: noun('usulan'),
}
