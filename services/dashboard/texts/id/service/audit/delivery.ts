import type { IssueText } from './text.ts'

/** Security, speed, robots.txt and sitemaps. */
export const deliveryIssues: Readonly<Record<string, IssueText>> = {
  PAGE_HTTP: [
    'Lewat http siapa pun di jalurnya dapat membaca dan mengubah halaman, dan browser memperingatkannya.',
    'Sajikan halaman lewat https, dan alihkan alamat http ke sana.',
  ],
  MIXED_CONTENT_ACTIVE: [
    'Browser memblokirnya di halaman aman, sehingga sebagian halaman tidak berfungsi.',
    'Tulis https:// di alamat skrip, style, dan frame.',
  ],
  MIXED_CONTENT_PASSIVE: [
    'Browser memperingatkan halaman atau tidak menampilkannya.',
    'Tulis https:// di alamat gambar dan media.',
  ],
  FORM_ON_HTTP: [
    'Siapa pun di jalurnya dapat mengubah formulir dan mengirim isian pengunjung ke tempat lain.',
    'Sajikan halaman formulir lewat https, dan alihkan alamat http ke sana.',
  ],
  FORM_INSECURE: ['Isian formulir dapat dibaca di jalurnya.', 'Tulis https:// di action formulir.'],
  HSTS_MISSING: [
    'Kunjungan pertama lewat http dapat disadap setiap kali.',
    'Kirim Strict-Transport-Security: max-age=31536000 setelah seluruh situs berfungsi lewat https.',
  ],
  CSP_MISSING: [
    'Kebijakan ini mencegah skrip selundupan berjalan.',
    'Kirim Content-Security-Policy yang menyebut asal skrip yang diizinkan; mulai dengan report-only.',
  ],
  NOSNIFF_MISSING: [
    'File yang diunggah seseorang bisa dijalankan sebagai skrip.',
    'Kirim X-Content-Type-Options: nosniff.',
  ],
  TLS_CERT_EXPIRING: [
    'Dalam kurang dari dua minggu browser menampilkan peringatan, bukan situs Anda.',
    'Perbarui sertifikat sekarang, dan cari tahu mengapa tidak diperbarui otomatis.',
  ],
  TLS_CERT_RENEWAL: [
    'Sertifikat yang diperbarui otomatis biasanya sudah diperbarui sekarang.',
    'Periksa apakah pembaruan otomatisnya diatur dan berfungsi, atau perbarui sertifikatnya.',
  ],
  SLOW_TTFB: [
    'Server memerlukan lebih dari 0,8 detik sebelum browser dapat menampilkan apa pun.',
    'Simpan halaman di cache server, atau cari kueri lambat di baliknya.',
  ],
  SLOW_TTFB_SEVERE: [
    'Server memerlukan lebih dari tiga detik. Separuh pengunjung pergi sebelum itu.',
    'Simpan halaman di cache server, cari kueri lambat di baliknya, atau tanyakan kepada penyedia hosting.',
  ],
  PAGE_LARGE: [
    'HTML-nya saja lebih dari satu megabyte.',
    'Keluarkan data dan gambar dari HTML, dan bagi daftar panjang ke beberapa halaman.',
  ],
  PAGE_TOO_LARGE: [
    'Mesin pencari membaca dua megabyte pertama halaman; selebihnya tidak ada bagi mereka.',
    'Keluarkan data dan gambar dari HTML, dan bagi daftar panjang ke beberapa halaman.',
  ],
  DOM_LARGE: [
    'Ponsel lama menata halaman dengan lebih dari 1.500 elemen.',
    'Sederhanakan blok bersarang, dan muat daftar panjang sebagian-sebagian.',
  ],
  UNCOMPRESSED: ['HTML menyusut menjadi seperlima bila dikompresi.', 'Aktifkan gzip atau Brotli untuk HTML di server.'],
  BLOCKING_RESOURCES: [
    'Browser tidak menampilkan apa pun sampai semua skrip dan style di head dimuat.',
    'Beri skrip defer, gabungkan style, dan muat belakangan yang diperlukan belakangan.',
  ],
  ROBOTS_TXT_MISSING: [
    'Mesin pencari mencarinya lebih dahulu; dari sana mereka tahu tentang sitemap.',
    'Letakkan robots.txt di akar situs, dengan baris Sitemap:.',
  ],
  ROBOTS_TXT_ERROR: [
    'Selama robots.txt tidak dapat dibaca, mesin pencari tidak membaca satu halaman pun.',
    'Buat /robots.txt menjawab dengan status 200, atau 404 jika tidak ada.',
  ],
  ROBOTS_TXT_SYNTAX: [
    'Baris itu diabaikan; mungkin salah satunya seharusnya melindungi sesuatu.',
    'Perbaiki barisnya: masing-masing berupa field seperti User-agent, Allow, Disallow, atau Sitemap, titik dua, dan nilai.',
  ],
  SITEMAP_MISSING: [
    'Sitemap menunjukkan halaman baru kepada mesin pencari, juga yang jarang ditautkan.',
    'Buat sistem Anda menulis sitemap.xml, dan sebut di robots.txt.',
  ],
  SITEMAP_INVALID: [
    'Sitemap yang disebut robots.txt tidak ada atau bukan sitemap.',
    'Perbaiki baris Sitemap: di robots.txt, dan periksa apakah alamatnya menampilkan XML dengan <urlset>.',
  ],
  SITEMAP_TOO_LARGE: [
    'Sitemap boleh memuat 50.000 alamat dan 50 MB; selebihnya diabaikan.',
    'Bagi sitemap, dan daftarkan bagiannya di indeks sitemap.',
  ],
  SITEMAP_NON_200: [
    'Sitemap mengirim mesin pencari ke halaman yang tidak menjawab.',
    'Hapus alamatnya dari sitemap, atau pulihkan halamannya.',
  ],
  SITEMAP_NOINDEX: [
    'Sitemap meminta pengindeksan halaman yang sendiri meminta tidak diindeks.',
    'Hapus alamatnya dari sitemap, atau noindex dari halaman.',
  ],
  SITEMAP_BLOCKED: [
    'Sitemap menyebut halaman yang dilarang dibaca robots.txt.',
    'Hapus alamatnya dari sitemap, atau izinkan di robots.txt.',
  ],
  SITEMAP_NON_CANONICAL: [
    'Sitemap seharusnya menyebut alamat yang akan ditampilkan.',
    'Masukkan alamat canonical ke sitemap.',
  ],
  SITEMAP_REDIRECT: [
    'Sitemap menyebut alamat yang mengarah ke alamat lain.',
    'Masukkan alamat tujuan pengalihan ke sitemap.',
  ],
  SITEMAP_OTHER_HOST: [
    'Sitemap hanya boleh menyebut halaman host-nya sendiri; yang lain diabaikan.',
    'Hapus, atau masukkan ke sitemap di host mereka sendiri.',
  ],
}
