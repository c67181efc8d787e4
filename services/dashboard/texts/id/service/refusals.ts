import type { Pair } from './translator.ts'

/** Refusals that people meet, as services say them. */
export const refusals: readonly Pair[] = [
  ['No such report', 'Laporan ini tidak ada'],
  ['This report does not exist, or is not shared any more', 'Laporan ini tidak ada, atau tidak dibagikan lagi'],
  ['A site has {} reports at most: delete one first', 'Satu situs punya paling banyak {} laporan: hapus satu dahulu'],
  ['The mail address or the password is wrong', 'Alamat email atau kata sandi salah'],
  [
    'Confirm your mail address first: open the link in the mail',
    'Konfirmasi alamat email Anda dahulu: buka tautan di email',
  ],
  [
    'This link is used or no longer valid; ask for a new one',
    'Tautan ini sudah dipakai atau tidak berlaku lagi; minta yang baru',
  ],
  [
    'This link is used or no longer valid, or another person asked for it',
    'Tautan ini sudah dipakai, tidak berlaku lagi, atau diminta orang lain',
  ],
  ['Sign in first', 'Masuk dahulu'],
  [
    'Sign in again first: this is for sessions that began in the last ten minutes',
    'Masuk lagi dahulu: ini untuk sesi yang dimulai dalam sepuluh menit terakhir',
  ],
  ['Too many attempts; try again in {} seconds', 'Terlalu banyak percobaan; coba lagi dalam {} detik'],
  [
    'Too many people are signing in; try again in a moment',
    'Terlalu banyak orang sedang masuk; coba lagi sebentar lagi',
  ],
  ['You could not be signed up right now; try again', 'Anda belum dapat didaftarkan saat ini; coba lagi'],
  ['This invite is no longer valid: ask for a new one', 'Undangan ini tidak berlaku lagi: minta yang baru'],
  ['This invite was accepted already', 'Undangan ini sudah diterima'],
  ['This invite was withdrawn', 'Undangan ini telah ditarik'],
  [
    'This invite is for another address: sign in with the one that it was sent to',
    'Undangan ini untuk alamat lain: masuk dengan alamat yang menerimanya',
  ],
  [
    'This address is invited as {} already: withdraw that invite first',
    'Alamat ini sudah diundang sebagai {}: tarik undangan itu dahulu',
  ],
  ['Somebody with this address belongs to the account already', 'Orang dengan alamat ini sudah ada di akun'],
  [
    'The owner of the account has to confirm their mail address first',
    'Pemilik akun harus mengonfirmasi alamat emailnya dahulu',
  ],
  ['Another person here has this mail address', 'Alamat email ini sudah dipakai orang lain'],
  ['You own an account: close it or transfer it first', 'Anda pemilik akun: tutup atau alihkan dahulu'],
  [
    'You own this account: transfer it to an admin first, or close it',
    'Anda pemilik akun ini: alihkan ke admin dahulu, atau tutup',
  ],
  ['A viewer of the account changes nothing', 'Pembaca akun tidak mengubah apa pun'],
  [
    'Only those who see all sites of the account may do this',
    'Hanya orang yang melihat semua situs akun yang dapat melakukannya',
  ],
  ['Only an owner or an admin of the account may do this', 'Hanya pemilik atau admin akun yang dapat melakukannya'],
  ['Only the owner of the account may do this', 'Hanya pemilik akun yang dapat melakukannya'],
  ['Only the owner of the account may make admins', 'Hanya pemilik akun yang dapat mengangkat admin'],
  ['Only an admin of the account can become its owner', 'Hanya admin akun yang dapat menjadi pemiliknya'],
  ['This account is closed', 'Akun ini sudah ditutup'],
  [
    'There is an open order already: pay it or cancel it first',
    'Sudah ada pesanan yang belum selesai: bayar atau batalkan dahulu',
  ],
  ['This order is not open any more', 'Pesanan ini sudah tidak terbuka'],
  ['The price has changed: check the amount, then pay', 'Harganya berubah: periksa jumlahnya, lalu bayar'],
  [
    'A payment is under way: wait until it is done, or until it expires',
    'Pembayaran sedang diproses: tunggu sampai selesai atau kedaluwarsa',
  ],
  ['Nothing can be paid for here: write to support', 'Belum ada yang dapat dibayar di sini: hubungi dukungan'],
  ['Another site has this domain and name', 'Situs lain sudah memakai domain dan nama ini'],
  ['This site tracks the keyword again', 'Situs ini sudah memantau kata kunci itu lagi'],
  ['This site already has this keyword', 'Situs ini sudah memantau kata kunci ini'],
  ['A site has at most {} notes: delete some first', 'Satu situs maksimal punya {} catatan: hapus beberapa dahulu'],
  [
    'A site has at most {} saved views: delete some first',
    'Satu situs maksimal punya {} tampilan tersimpan: hapus beberapa dahulu',
  ],
  [
    'You have {} connected assistants here, the most: end one on the page Assistants, then connect again',
    'Anda sudah punya {} asisten terhubung di sini, jumlah terbanyak: putuskan satu di halaman Asisten, lalu hubungkan lagi',
  ],
  ['An account has at most {} clients; delete one first', 'Satu akun maksimal punya {} klien; hapus satu dahulu'],
  [
    'This program is not known here: remove it where you added it, and add it again',
    'Program ini tidak dikenal di sini: hapus di tempat Anda menambahkannya, lalu tambahkan lagi',
  ],
  [
    'This program was made for an account that you do not belong to',
    'Program ini dibuat untuk akun yang bukan akun Anda',
  ],
  ['An account has at most {} {} keys; revoke one first', 'Satu akun maksimal punya {} kunci {}; cabut satu dahulu'],
  [
    'Auto-add is off for this site: choose to propose or to add first',
    'Tambah otomatis nonaktif untuk situs ini: pilih usulkan atau tambahkan dahulu',
  ],
  ['This card is decided on already: reload the page', 'Kartu ini sudah diputuskan: muat ulang halaman'],
  [
    'This card is closed: its fact has changed, or it is decided on',
    'Kartu ini ditutup: faktanya berubah, atau sudah diputuskan',
  ],
  ['It was deleted meanwhile', 'Sementara itu sudah dihapus'],
  ['This is under way: try again in a minute', 'Ini sedang berjalan: coba lagi satu menit lagi'],
  ['Something went wrong on our side', 'Terjadi kesalahan di pihak kami'],
  ['Your account is being made; try again', 'Akun Anda sedang dibuat; coba lagi'],
  [
    'Connect the account to Google first, on the page Search console of the dashboard',
    'Hubungkan akun ke Google dahulu, di halaman Search Console',
  ],
]
