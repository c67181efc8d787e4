import type { api as english } from '../api.ts'

export const api: typeof english = {
  yourAccount: 'Akun Anda',
  sAccount: (owner: string) => `Akun ${owner}`,
  somethingWentWrong: 'Terjadi kesalahan di halaman ini. Muat ulang, lalu coba lagi.',
  serviceReturnedAnUnexpectedAnswer: 'Layanan memberi jawaban yang tidak terduga. Coba lagi.',
  serviceCannotBeReached: 'Layanan tidak dapat dijangkau. Periksa koneksi Anda, lalu coba lagi.',
  signInFirst: 'Masuk dahulu',
}
