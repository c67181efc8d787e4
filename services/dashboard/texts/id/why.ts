import type { why as english } from '../why.ts'

export const why: typeof english = {
  pageChanged: 'Google menampilkan halaman Anda yang lain',
  passedYou: (host: string) => `${host} melewati Anda`,
  andOthersPassedYou: (host: string, others: number) => `${host} dan ${others} lainnya melewati Anda`,
  appeared: (block: string) => `baru di halaman hasil: ${block}`,
  nowShows: (page: string, before: string) => `Google menampilkan ${page}, bukan ${before}`,
  nothingInOurData: 'Tidak ada penjelasan di data kami',
  needsTwoPages: 'Perlu dua halaman hasil yang tersimpan',
  fellIn: (period: string) => `Turun dalam ${period}`,
  why: 'Mengapa',
}
