import type { ReactNode } from 'react'
import type { app as english } from '../app.ts'
import { rich } from '../rich.ts'

export const app: typeof english = {
  plan: (plan: string) => `Paket ${plan}`,
  account: 'Akun',
  signInInANew: 'Masuk di tab baru',
  yourSessionHasEnded: (link: ReactNode) =>
    rich`Sesi Anda telah berakhir. ${link}, lalu kembali dan coba lagi: isian Anda tetap tersimpan di sini.`,
  thisPageCannotBeShown: 'Halaman ini tidak dapat ditampilkan',
  newerVersionOfThesePages: 'Tersedia versi baru halaman ini.',
  tryAgain: 'Coba lagi',
  pageNotFound: 'Halaman tidak ditemukan',
  addressMayBeMistyped: 'Alamatnya mungkin salah ketik, atau halamannya telah pindah.',
  goYourSites: 'Ke situs Anda',
  siteNotFound: 'Situs tidak ditemukan',
  siteMayHaveBeenDeleted: 'Situs ini mungkin telah dihapus, atau milik akun lain.',
  goAnywhere: 'Buka halaman mana pun',
  showTheKeys: 'Tampilkan pintasan',
  rankTracker: 'Rank Tracker',
  keys: 'Pintasan',
  signOut: 'Keluar',
  youAreStillSigned: (error: string) => `Anda masih masuk. ${error}`,
  apiCallsToday: 'API hari ini',
}
