import type { IssueText } from './text.ts'

/** Links, and the versions of a page in other languages. */
export const linkIssues: Readonly<Record<string, IssueText>> = {
  LINK_NOFOLLOW_INTERNAL: [
    'nofollow meminta mesin pencari tidak menghitung tautan ke halaman Anda sendiri.',
    'Hapus rel="nofollow" dari tautan ke halaman Anda sendiri.',
  ],
  LINK_EXTERNAL_FOLLOWED: [
    'Mesin pencari menganggap tautan tanpa nofollow, sponsored, atau ugc sebagai rekomendasi.',
    'Pertahankan tautan yang Anda rekomendasikan; tandai tautan berbayar rel="sponsored" dan tautan pengunjung rel="ugc".',
  ],
  LINK_HTTP_ON_HTTPS: [
    'Setiap tautan seperti itu memerlukan pengalihan, atau mengarah ke halaman yang tidak aman.',
    'Tulis https:// di tautan ke halaman Anda sendiri.',
  ],
  LINK_EMPTY_ANCHOR: [
    'Pembaca layar maupun mesin pencari tidak dapat mengetahui tujuan tautan itu.',
    'Beri tautan teks, alt pada gambarnya, atau aria-label pada tautannya.',
  ],
  LINK_GENERIC_TEXT: [
    '“Klik di sini” dan “selengkapnya” tidak menyebut isi halaman yang ditautkan.',
    'Pakai kata-kata dari judul halaman yang ditautkan.',
  ],
  LINKS_TOO_MANY: [
    'Di antara ratusan tautan, yang penting tidak terlihat.',
    'Tautkan ke halaman yang penting di sini, dan ke halaman ringkasan untuk yang lain.',
  ],
  LINK_LOCALHOST: [
    'localhost adalah komputer pembaca sendiri, yang tidak berisi apa-apa.',
    'Ganti alamatnya dengan alamat halaman yang tayang.',
  ],
  LINK_NOT_CRAWLABLE: [
    'Tautan yang dibuat skrip, atau tanpa alamat, tidak membawa mesin pencari ke mana pun.',
    'Beri tautan alamat halamannya di href; pakai <button> untuk yang bukan tautan.',
  ],
  PAGE_DEAD_END: [
    'Pembaca dan mesin pencari tidak dapat melanjutkan dari sini.',
    'Tautkan ke halaman terkait, setidaknya ke halaman di atasnya.',
  ],
  PAGINATION_LINK_MISSING: [
    'Head menyebut halaman berikutnya atau sebelumnya, tetapi tidak ada tautan di halaman yang menuju ke sana.',
    'Tautkan halaman itu di daftar halaman, dan hapus rel="next" serta rel="prev" bila tidak ada.',
  ],
  LINK_BROKEN_INTERNAL: [
    'Pembaca yang mengeklik mendapat kesalahan, dan mesin pencari kehilangan jalan.',
    'Perbaiki alamat di tautan, atau hapus tautannya.',
  ],
  LINK_BROKEN_EXTERNAL: [
    'Pembaca yang mengeklik mendapat kesalahan, dan halaman yang sumbernya hilang tampak tidak terurus.',
    'Tautkan ke lokasi barunya atau sumber lain, atau hapus tautannya.',
  ],
  LINK_EXTERNAL_REDIRECT: [
    'Situs lain memindahkan halamannya, dan alamat lama mungkin berhenti berfungsi.',
    'Tautkan ke alamat tujuan pengalihan, jika masih halaman yang Anda maksud.',
  ],
  LINK_BROKEN_FRAGMENT: [
    'Bagian setelah # menyebut tempat di halaman. Tanpa tempat itu, pembaca tiba di bagian atas.',
    'Tulis id tempat yang Anda maksud di tautan, atau beri tempat itu id tersebut.',
  ],
  LINK_NOFOLLOW_INDEXABLE: [
    'Halaman yang ditautkan boleh tampil di hasil pencarian, tetapi nofollow membuat tautan ini tidak membantunya.',
    'Hapus rel="nofollow" dari tautan, atau beri halaman noindex jika tidak boleh ditemukan.',
  ],
  LINK_NOFOLLOW_MIXED: [
    'Sebagian tautan situs meminta mesin pencari mengikutinya ke halaman ini, sebagian lagi meminta sebaliknya.',
    'Pakai rel yang sama di semua tautan ke halaman; tautan ke halaman sendiri tidak perlu nofollow.',
  ],
  LINK_TO_REDIRECT: ['Setiap klik seperti itu lebih lama daripada seharusnya.', 'Tautkan ke alamat tujuan pengalihan.'],
  PAGE_ORPHAN: [
    'Halaman ada di sitemap, tetapi tidak ada halaman situs yang menuju ke sana.',
    'Tautkan dari halaman yang topiknya sama, atau hapus dari sitemap.',
  ],
  PAGE_DEPTH: [
    'Yang memerlukan lebih dari empat klik jarang dibaca, dan jarang dikunjungi mesin pencari.',
    'Tautkan dari halaman yang lebih dekat ke beranda.',
  ],
  INLINK_SINGLE: [
    'Halaman penting ditautkan dari lebih dari satu tempat.',
    'Tautkan dari halaman lain bila membantu pembacanya.',
  ],
  HREFLANG_INVALID_CODE: [
    'Mesin pencari mengabaikan alternatif yang bahasa atau negaranya tidak ada, misalnya en-UK.',
    'Pakai bahasa ISO 639-1, dengan negara ISO 3166-1 bila perlu: en-GB, pt-BR.',
  ],
  HREFLANG_NO_SELF: [
    'Kumpulan alternatif hanya berlaku bila menyebut halaman tempatnya berada.',
    'Tambahkan entri hreflang untuk halaman itu sendiri.',
  ],
  HREFLANG_NO_XDEFAULT: [
    'Tanpa x-default, pengunjung dengan bahasa lain mendapat versi sembarang.',
    'Tambahkan hreflang="x-default" dengan versi, atau halaman pilihan bahasa, untuk semua yang lain.',
  ],
  HREFLANG_DUPLICATE_LANG: [
    'Mesin pencari tidak dapat mengetahui alamat mana yang merupakan versi bahasa itu.',
    'Sisakan satu alamat untuk setiap bahasa.',
  ],
  HREFLANG_LANG_MISMATCH: [
    'Entri hreflang untuk halaman ini menyebut satu bahasa, dan <html lang> bahasa lain.',
    'Perbaiki yang berbeda dari bahasa teksnya.',
  ],
  HREFLANG_RELATIVE: [
    'Alternatif memerlukan alamat lengkap; yang lain diabaikan.',
    'Tulis alamat dengan https:// dan host.',
  ],
  LANG_MISSING: [
    'Pembaca layar dan penerjemah perlu tahu cara membaca halaman.',
    'Tulis bahasa di elemen <html>: <html lang="id">.',
  ],
  LANG_INVALID: [
    'Browser mengabaikan atribut lang yang tidak dikenalnya.',
    'Pakai tag seperti id, en-GB, atau pt-BR di <html lang="…">.',
  ],
  HREFLANG_NO_RETURN: [
    'Alternatif hanya berlaku bila halaman lain itu juga menyebut halaman ini.',
    'Pasang kumpulan entri hreflang yang sama di semua versi halaman.',
  ],
  HREFLANG_SEVERAL_LANGS: [
    'Entri hreflang menyebut halaman ini sebagai versi lebih dari satu bahasa, padahal teksnya hanya satu bahasa.',
    'Beri setiap bahasa halamannya sendiri, atau sebut halaman ini untuk bahasanya sendiri dan untuk x-default.',
  ],
  HREFLANG_TO_NON_200: [
    'Alternatif yang tidak menjawab dengan status 200 diabaikan.',
    'Sebut alamat akhir versi itu, atau hapus entrinya.',
  ],
  HREFLANG_TO_NON_CANONICAL: [
    'Versi yang harus ditampilkan meminta diganti halaman lain.',
    'Buat setiap versi bahasa menyebut dirinya sendiri sebagai canonical.',
  ],
  HREFLANG_TO_NOINDEX: [
    'Versi dengan noindex tidak dapat ditampilkan kepada siapa pun.',
    'Hapus noindex dari versi itu, atau versi itu dari alternatif.',
  ],
}
