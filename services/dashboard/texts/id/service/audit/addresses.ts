import type { IssueText } from './text.ts'

/** Canonical addresses, indexing and statuses. */
export const addressIssues: Readonly<Record<string, IssueText>> = {
  CANONICAL_MISSING: [
    'Halaman yang sama sering bisa dibuka lewat beberapa alamat; canonical menyebut yang harus ditampilkan.',
    'Tambahkan <link rel="canonical" href="…"> berisi alamat lengkap halaman di <head>.',
  ],
  CANONICAL_MULTIPLE: [
    'Mesin pencari mengabaikan semuanya bila saling bertentangan.',
    'Sisakan satu <link rel="canonical"> di halaman.',
  ],
  CANONICAL_RELATIVE: [
    'Alamat relatif berarti halaman lain begitu halaman dibuka lewat host lain.',
    'Tulis alamat canonical secara lengkap, dengan https:// dan host.',
  ],
  CANONICAL_CONFLICT: [
    'Mesin pencari mengabaikan keduanya bila saling bertentangan.',
    'Sebut alamat canonical di halaman atau di header Link, jangan di keduanya.',
  ],
  CANONICAL_CROSS_HOST: [
    'Halaman meminta mesin pencari menampilkan halaman situs lain sebagai gantinya.',
    'Pertahankan hanya untuk salinan teks milik situs lain itu.',
  ],
  CANONICAL_IN_BODY: [
    'Mesin pencari mengabaikannya di sana. Sering kali elemen yang seharusnya di body menutup head terlalu awal.',
    'Pindahkan <link rel="canonical"> ke awal <head>.',
  ],
  CANONICAL_HTTP_ON_HTTPS: [
    'Halaman disajikan lewat https tetapi meminta ditampilkan dengan alamat http.',
    'Tulis https:// di alamat canonical.',
  ],
  CANONICAL_TO_REDIRECT: [
    'Alamat yang harus ditampilkan di hasil pencarian sudah tidak ada di sana.',
    'Sebut alamat tujuan pengalihannya.',
  ],
  CANONICAL_TO_ERROR: [
    'Halaman meminta mesin pencari menampilkan alamat yang tidak menjawab.',
    'Sebut alamat halaman yang ada; biasanya halaman itu sendiri.',
  ],
  CANONICAL_TO_NOINDEX: [
    'Halaman ini maupun yang disebutnya tidak akan ditemukan.',
    'Hapus noindex dari halaman yang disebut, atau sebut halaman lain.',
  ],
  CANONICAL_CHAIN: [
    'Halaman menyebut halaman yang alamat canonical-nya adalah halaman ketiga.',
    'Buat setiap halaman menyebut alamat terakhir dari rantai.',
  ],
  CANONICAL_LOOP: [
    'Halaman saling menyebut, sehingga tidak ada yang utama.',
    'Pilih halaman utama, buat halaman itu menyebut dirinya sendiri, dan yang lain menyebutnya.',
  ],
  NOINDEX: [
    'Elemen meta robots atau header X-Robots-Tag berisi noindex.',
    'Hapus noindex jika halaman ini harus ditemukan; biarkan untuk keranjang, halaman masuk, dan halaman terima kasih.',
  ],
  NOFOLLOW_PAGE: [
    'Dengan nofollow untuk seluruh halaman, mesin pencari tidak menemukan halaman yang ditautkannya.',
    'Hapus nofollow dari meta robots, dan tandai tautan satu per satu bila perlu.',
  ],
  ROBOTS_META_CONFLICT: [
    'Halaman menyebut index dan noindex, atau follow dan nofollow; yang lebih ketat yang berlaku.',
    'Sisakan satu elemen meta robots, dan buat header X-Robots-Tag sama atau kosong.',
  ],
  NOSNIPPET: [
    'nosnippet hanya menyisakan judul, yang lebih jarang diklik.',
    'Hapus nosnippet atau max-snippet:0 kecuali teksnya tidak boleh dikutip.',
  ],
  NOIMAGEINDEX: [
    'noimageindex menyembunyikan semua gambar halaman.',
    'Hapus noimageindex kecuali gambarnya tidak boleh ditemukan.',
  ],
  META_IN_BODY: [
    'Mesin pencari hanya membacanya di head. Sering kali elemen yang seharusnya di body menutup head terlalu awal.',
    'Pindahkan elemen <meta> ke <head>, sebelum apa pun yang seharusnya di body.',
  ],
  META_REFRESH: [
    'Meta refresh mengganggu pembaca, dan belum tentu dianggap pengalihan oleh mesin pencari.',
    'Alihkan di server dengan status 301, dan biarkan pembaca memuat ulang sendiri.',
  ],
  UNAVAILABLE_AFTER_PAST: [
    'Tanggal unavailable_after sudah lewat, sehingga halaman dihapus dari hasil pencarian.',
    'Hapus tanggalnya atau tetapkan yang lebih lambat; hapus halaman yang memang sudah berakhir.',
  ],
  NOINDEX_SITEWIDE: [
    'Beranda, atau sebagian besar halaman, berisi noindex. Sering kali ini pengaturan versi uji yang ikut tayang.',
    'Matikan “cegah mesin pencari” di sistem Anda, dan hapus noindex dari template dan header.',
  ],
  BLOCKED_BY_ROBOTS: [
    'Situs menautkan ke halaman yang dilarangnya dibaca mesin pencari.',
    'Izinkan path-nya di robots.txt, atau pakai noindex di halaman jika tidak boleh ditemukan.',
  ],
  SOFT_404: [
    'Halaman menyatakan tidak ada yang ditemukan, tetapi statusnya baik-baik saja, sehingga tetap di indeks.',
    'Jawab dengan status 404 atau 410 bila tidak ada yang ditampilkan.',
  ],
  HOME_UNREACHABLE: [
    'Alamat pertama situs menjawab dengan kesalahan, tidak menjawab, atau mengalihkan ke situs lain.',
    'Buka alamatnya di browser, dan tanyakan kepada penyedia hosting apa yang menghalanginya. robots.txt harus mengizinkan mesin pencari masuk.',
  ],
  HTTP_4XX: [
    'Sebuah alamat situs menjawab dengan kesalahan jenis 4xx.',
    'Pulihkan halaman, alihkan ke penggantinya, atau hapus tautan ke sana.',
  ],
  HTTP_5XX: [
    'Sebuah alamat situs menjawab dengan kesalahan server.',
    'Periksa log server untuk alamat ini; mesin pencari membuang halaman yang terus gagal.',
  ],
  HTTP_NO_RESPONSE: [
    'Alamat tidak menjawab: nama, koneksi, sertifikat, atau waktunya gagal.',
    'Periksa entri DNS, sertifikat, dan apakah server menjawab dalam sepuluh detik.',
  ],
  MEDIA_TYPE_WRONG: [
    'Browser dan mesin pencari mengandalkan Content-Type, yang di sini tidak ada atau bertentangan dengan nama file.',
    'Buat server mengirim tipe filenya, misalnya application/pdf untuk .pdf dan text/html untuk halaman.',
  ],
  REDIRECT_TEMPORARY: [
    'Pengalihan sementara mempertahankan alamat lama di indeks.',
    'Pakai status 301 atau 308 jika alamatnya pindah untuk seterusnya.',
  ],
  REDIRECT_CHAIN: [
    'Setiap pengalihan tambahan memakan waktu, dan mesin pencari hanya mengikuti beberapa.',
    'Alihkan alamat pertama langsung ke yang terakhir.',
  ],
  REDIRECT_LOOP: [
    'Alamat beralih ke dirinya sendiri, mungkin lewat alamat lain, dan tidak pernah tampil.',
    'Hapus salah satu pengalihan; sering kali yang satu menambah dan yang lain menghapus garis miring atau www.',
  ],
  REDIRECT_TO_ERROR: [
    'Alamat beralih ke alamat yang menjawab dengan kesalahan.',
    'Alihkan ke halaman yang ada, atau jawab dengan 410 jika tidak ada.',
  ],
  REDIRECT_HTTPS_TO_HTTP: ['Alamat aman mengirim pengunjung ke alamat yang tidak aman.', 'Alihkan ke alamat https.'],
  SOFT_404_SITEWIDE: [
    'Setiap tautan salah ketik menjadi halaman tersendiri di indeks.',
    'Buat server menjawab status 404 untuk alamat yang tidak dikenalnya.',
  ],
  HTTP_NOT_REDIRECTED_TO_HTTPS: [
    'Situs juga menjawab lewat http, tempat siapa pun di jalurnya dapat membaca dan mengubahnya.',
    'Alihkan setiap alamat http ke alamat https-nya dengan status 301.',
  ],
  WWW_NOT_UNIFIED: [
    'Setiap halaman ada dua kali, dan tautannya terbagi ke dua alamat.',
    'Pilih salah satu nama dan alihkan yang lain ke sana dengan status 301.',
  ],
}
