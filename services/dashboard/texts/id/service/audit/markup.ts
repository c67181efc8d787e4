import type { IssueText } from './text.ts'

/** Pictures, addresses, structured data and previews. */
export const markupIssues: Readonly<Record<string, IssueText>> = {
  IMG_ALT_MISSING: [
    'Pembaca layar dan pencarian gambar tidak mengetahui apa pun tentang gambar tanpa alt.',
    'Sebut di alt apa yang ditampilkan gambar; tulis alt="" untuk gambar hiasan.',
  ],
  IMG_ALT_LONG: [
    'Pembaca layar membacakan teks alt sekaligus.',
    'Jaga alt di bawah 100 karakter, dan letakkan penjelasan di teks.',
  ],
  PICTURE_WITHOUT_IMG: [
    '<picture> tanpa <img> di dalamnya tidak tampil, dan mesin pencari tidak menemukan gambarnya.',
    'Letakkan <img> dengan src dan alt di dalam <picture>, setelah elemen <source>.',
  ],
  IMG_NO_DIMENSIONS: [
    'Halaman melompat saat dimuat, karena browser tidak dapat menyisakan tempatnya.',
    'Beri setiap <img> lebar dan tingginya.',
  ],
  IMG_BROKEN: ['Halaman menampilkan gambar rusak.', 'Unggah lagi gambarnya, perbaiki alamatnya, atau hapus.'],
  IMG_LARGE: [
    'Gambar di atas 500 kB memerlukan beberapa detik di ponsel.',
    'Simpan gambar dalam ukuran tampilnya, sebagai WebP atau AVIF.',
  ],
  URL_LONG: [
    'Alamat panjang terpotong di hasil pencarian dan rusak di email.',
    'Pakai beberapa kata yang menyebut isi halaman; alihkan alamat lama.',
  ],
  URL_UPPERCASE: [
    'Alamat membedakan huruf besar dan kecil, sehingga halaman yang sama mudah dibuka lewat beberapa alamat.',
    'Pakai huruf kecil, dan alihkan alamat lama.',
  ],
  URL_UNDERSCORE: [
    'Mesin pencari menganggap kata yang disambung garis bawah sebagai satu kata.',
    'Sambung kata dengan tanda hubung, dan alihkan alamat lama.',
  ],
  URL_SPACE: [
    'Spasi menjadi %20 dan rusak saat alamat disalin.',
    'Sambung kata dengan tanda hubung, dan alihkan alamat lama.',
  ],
  URL_DOUBLE_SLASH: [
    'Garis miring ganda menjadi alamat kedua untuk halaman yang sama.',
    'Perbaiki tautannya, dan alihkan ke alamat dengan garis miring tunggal.',
  ],
  SD_SYNTAX_ERROR: [
    'Sebuah blok JSON-LD bukan JSON yang valid, sehingga seluruhnya diabaikan.',
    'Salin bloknya ke pemeriksa data terstruktur; di sana disebut baris dan kesalahannya.',
  ],
  SD_REQUIRED_MISSING: [
    'Selama properti wajib tidak ada, hasil pencarian menampilkan halaman tanpa harga, rating, atau tanggal.',
    'Tambahkan yang disebut di sini; pemeriksa data terstruktur menunjukkan tempatnya dan yang lain yang membantu.',
  ],
  SD_NONE: [
    'Harga, rating, pertanyaan, dan breadcrumb di hasil pencarian berasal dari data terstruktur.',
    'Jelaskan isi halaman dengan schema.org, misalnya Article, Product, atau BreadcrumbList dalam JSON-LD.',
  ],
  VIEWPORT_MISSING: [
    'Tanpa viewport, ponsel menampilkan halaman desktop yang mengecil.',
    'Tambahkan <meta name="viewport" content="width=device-width, initial-scale=1"> di <head>.',
  ],
  VIEWPORT_NO_SCALE: [
    'Orang dengan penglihatan lemah tidak dapat memperbesar.',
    'Hapus user-scalable=no dan maximum-scale dari viewport.',
  ],
  OG_INCOMPLETE: [
    'Postingan dengan tautan ke halaman ini tidak punya judul, gambar, atau alamat yang benar.',
    'Tambahkan og:title, og:type, og:image, dan og:url di <head>.',
  ],
  OG_URL_MISMATCH: [
    'og:url dan alamat canonical berbeda, sehingga suka dan tautan dihitung terpisah.',
    'Tulis alamat canonical di og:url.',
  ],
  TWITTER_CARD_MISSING: [
    'Postingan di X menampilkan tautan tanpa gambar.',
    'Tambahkan <meta name="twitter:card" content="summary_large_image">.',
  ],
}
