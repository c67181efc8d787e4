import type { Letter } from '@rts/shared/mail/letter'
import type { accountLetters as english } from '../letters-account.ts'
import { dayOf } from './letter-words.ts'

const roleNames = { admin: 'admin', member: 'anggota', viewer: 'pembaca' }
const ignore = 'Jika ini bukan Anda, abaikan saja email ini.'

export const accountLetters: typeof english = {
  verify: ({ url }): Letter => ({
    subject: 'Konfirmasi alamat email Anda',
    paragraphs: ['Buka tautan ini untuk mengonfirmasi alamat email Anda. Tautan berlaku satu hari.', ignore],
    button: { label: 'Konfirmasi email', url },
  }),

  reset: ({ url }): Letter => ({
    subject: 'Atur kata sandi baru',
    paragraphs: [
      'Buka tautan ini untuk mengatur kata sandi baru. Tautan berlaku sekali, dalam satu jam.',
      `${ignore} Kata sandi Anda tidak berubah.`,
    ],
    button: { label: 'Atur kata sandi baru', url },
  }),

  known: ({ url }): Letter => ({
    subject: 'Anda sudah punya akun',
    paragraphs: [
      'Seseorang mendaftar dengan alamat ini, yang sudah punya akun. Masuklah, atau atur kata sandi baru di sana.',
      ignore,
    ],
    button: { label: 'Masuk', url },
  }),

  changed: ({ url }): Letter => ({
    subject: 'Kata sandi Anda telah diubah',
    paragraphs: [
      'Kata sandi Anda telah diubah, dan semua sesi lain telah diakhiri.',
      'Jika ini bukan Anda, segera atur kata sandi baru.',
    ],
    button: { label: 'Atur kata sandi baru', url },
  }),

  newMail: ({ url }): Letter => ({
    subject: 'Konfirmasi alamat email baru Anda',
    paragraphs: [
      'Untuk memakai alamat ini mulai sekarang, buka tautan ini selagi Anda masuk dengan alamat lama. Tautan berlaku sekali, dalam satu hari.',
      ignore,
    ],
    button: { label: 'Pakai alamat ini', url },
  }),

  oldMail: ({ url }): Letter => ({
    subject: 'Anda meminta perubahan alamat email',
    paragraphs: [
      'Seseorang yang masuk ke akun Anda meminta untuk memakai alamat email lain. Tidak ada yang berubah sampai tautan yang dikirim ke alamat itu dibuka.',
      'Jika ini bukan Anda, segera atur kata sandi baru: itu membatalkan permintaan dan mengakhiri semua sesi.',
    ],
    button: { label: 'Atur kata sandi baru', url },
  }),

  invite: ({ url, stopUrl, inviter, role, expiresAt }): Letter => ({
    subject: 'Anda diundang ke sebuah akun',
    paragraphs: [
      `${inviter} mengundang Anda ke akunnya sebagai ${roleNames[role]}.`,
      `Undangan ini hanya untuk alamat ini dan kedaluwarsa pada ${dayOf(expiresAt)}.`,
      'Jika Anda tidak mengenal pengirimnya, abaikan saja email ini.',
      `Berhenti menerima undangan ke alamat ini: ${stopUrl}`,
    ],
    button: { label: 'Lihat undangan', url },
    stopUrl,
  }),

  newOwner: ({ url, from }): Letter => ({
    subject: 'Anda kini pemilik sebuah akun',
    paragraphs: [
      `${from} mengalihkan kepemilikan akunnya kepada Anda.`,
      'Anda kini menerima pesanan dan emailnya. Pemilik sebelumnya menjadi admin.',
    ],
    button: { label: 'Lihat tim', url },
  }),

  formerOwner: ({ url, to }): Letter => ({
    subject: 'Akun Anda punya pemilik baru',
    paragraphs: [
      `Kepemilikan akun Anda dialihkan kepada ${to}. Anda kini menjadi admin.`,
      'Jika ini bukan Anda, segera atur kata sandi baru dan hubungi kami.',
    ],
    button: { label: 'Lihat tim', url },
  }),
}
