import type { offline as english } from '../offline.ts'

export const offline: typeof english = {
  title: 'Anda sedang offline',
  text: 'Halaman ini memerlukan koneksi. Yang sudah Anda simpan tidak hilang.',
  again: 'Coba lagi',
}
