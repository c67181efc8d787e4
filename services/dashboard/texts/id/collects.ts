import type { ReactNode } from 'react'
import type { collects as english } from '../collects.ts'
import { rich } from '../rich.ts'

export const collects: typeof english = {
  noProvider: 'Belum ada penyedia untuk ini di instalasi ini.',
  todaysApiCallsAreUsed: 'Panggilan API hari ini sudah habis. Data dapat diperbarui lagi setelah 00.00 UTC.',
  todaysDataRefreshesAreUsed: 'Pembaruan data hari ini sudah habis. Data dapat diperbarui lagi setelah 00.00 UTC.',
  siteIsOverTheLimit:
    'Situs ini melebihi batas paket Anda: yang tampil adalah data tersimpan, dan tidak ada yang diperbarui.',
  tryAgain: 'Coba lagi',
  fetchingData: 'Mengambil data…',
  updated: (updatedAt: ReactNode) => rich`Diperbarui ${updatedAt}`,
  noDataYet: 'Belum ada data',
  sampleData: 'Data contoh',
  fetchingDataTheseRows: 'Mengambil data… Inilah baris yang sudah ada.',
  lastRefreshFailed: 'Pembaruan terakhir gagal dan diulang otomatis. Data sebelumnya tetap disimpan.',
  partialResults: 'Hasil sebagian: beberapa sumber tidak menjawab.',
  googlesSuggestions: 'Saran Google',
  ownAiServer: 'server AI sendiri',
  sandboxNamed: (name: string) => `${name} (sandbox)`,
  noDataYetSentence: 'Belum ada data.',
}
