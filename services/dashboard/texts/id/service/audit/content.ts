import type { IssueText } from './text.ts'

/** Titles, descriptions, headings and text. */
export const contentIssues: Readonly<Record<string, IssueText>> = {
  TITLE_MISSING: [
    'Title adalah judul di hasil pencarian. Tanpa title, mesin pencari mengarangnya sendiri.',
    'Tambahkan <title> di <head> yang menyebut topik khusus halaman ini.',
  ],
  TITLE_SHORT: [
    'Title satu atau dua kata tidak banyak berarti bagi orang yang membandingkan hasil pencarian.',
    'Tulis 30 sampai 60 karakter, atau 15 sampai 30 untuk aksara Tionghoa, Jepang, atau Korea: topik dahulu, lalu alasan berkunjung.',
  ],
  TITLE_LONG: [
    'Hasil pencarian memotong title setelah sekitar 60 karakter.',
    'Pendekkan title menjadi 60 karakter (30 karakter lebar penuh), dengan kata penting di awal.',
  ],
  TITLE_MULTIPLE: [
    'Browser memakai title pertama, mesin pencari bisa memakai yang mana saja.',
    'Sisakan satu <title> di <head>; sering kali tema dan plugin masing-masing menulis satu.',
  ],
  TITLE_SAME_AS_H1: [
    'Title dan heading dapat menyebut topik dengan dua cara dan menjawab lebih banyak pencarian.',
    'Tulis title untuk orang yang mencari, dan heading untuk orang yang sudah di halaman.',
  ],
  TITLE_DUPLICATE: [
    'Mesin pencari tidak dapat membedakannya dan mungkin hanya menampilkan satu.',
    'Beri setiap halaman title sendiri, atau gabungkan halaman yang topiknya sama.',
  ],
  DESC_MISSING: [
    'Meta description adalah teks di bawah judul hasil pencarian.',
    'Tambahkan <meta name="description" content="…"> berisi satu atau dua kalimat yang membuat orang ingin membaca halaman ini.',
  ],
  DESC_SHORT: [
    'Hasil pencarian punya ruang lebih, dan mengganti teks yang tidak banyak berarti.',
    'Tulis 70 sampai 160 karakter (35 sampai 80 karakter lebar penuh) tentang yang didapat pembaca di sini.',
  ],
  DESC_LONG: [
    'Hasil pencarian memotong deskripsi setelah sekitar 160 karakter.',
    'Pendekkan menjadi 160 karakter (80 karakter lebar penuh), dengan alasan mengeklik di awal.',
  ],
  DESC_MULTIPLE: [
    'Mesin pencari memilih salah satu, mungkin bukan yang Anda inginkan.',
    'Sisakan satu <meta name="description"> di <head>.',
  ],
  DESC_DUPLICATE: [
    'Deskripsi yang cocok untuk banyak halaman tidak menjelaskan satu pun.',
    'Jelaskan setiap halaman dengan kata-katanya sendiri, atau hilangkan deskripsi jika tidak bisa.',
  ],
  H1_MISSING: [
    'Heading pertama memberi tahu pembaca dan mesin pencari tentang topik halaman.',
    'Tulis topik halaman dalam satu <h1>.',
  ],
  H1_EMPTY: [
    '<h1> tanpa teks tidak berarti apa-apa; sering kali isinya hanya logo tanpa teks.',
    'Tulis heading sebagai teks, atau pakai elemen lain untuk gambarnya.',
  ],
  H1_MULTIPLE: [
    'Dengan beberapa heading utama, topik halaman tidak jelas.',
    'Sisakan satu <h1> dan ubah yang lain menjadi <h2>.',
  ],
  HEADING_SKIP: [
    'Pembaca layar memakai tingkat heading sebagai daftar isi.',
    'Setiap heading paling banyak satu tingkat di bawah heading sebelumnya: <h2>, lalu <h3>, jangan langsung <h4>.',
  ],
  CONTENT_THIN: [
    'Halaman dengan kurang dari 200 kata jarang menjawab pertanyaan sampai tuntas.',
    'Tulis yang ingin diketahui pengunjung, gabungkan dengan halaman terkait, atau keluarkan dari indeks.',
  ],
  LOW_TEXT_RATIO: [
    'Kurang dari sepersepuluh halaman adalah teks yang dibaca orang.',
    'Pindahkan skrip dan style ke file sendiri, dan hapus markup yang tidak dipakai.',
  ],
  LOREM_IPSUM: [
    'Halaman menampilkan “Lorem ipsum” kepada pengunjung.',
    'Ganti teks pengisi dengan teks sebenarnya, atau hapus bloknya.',
  ],
  ID_DUPLICATE: [
    'Tautan ke id itu, label isian formulir, dan skrip hanya mencapai elemen yang pertama.',
    'Beri setiap elemen id sendiri, atau pakai class untuk yang dipakai bersama.',
  ],
  DOCTYPE_MISSING: [
    'Tanpa doctype, browser menata halaman seperti pada tahun sembilan puluhan.',
    'Awali halaman dengan <!doctype html>.',
  ],
  CHARSET_MISSING: [
    'Browser harus menebak cara huruf di luar A sampai Z ditulis.',
    'Kirim "Content-Type: text/html; charset=utf-8", atau letakkan <meta charset="utf-8"> paling awal di <head>.',
  ],
  CHARSET_CONFLICT: [
    'Header dan halaman menyebut encoding yang berbeda, atau halaman tidak ditulis dengan encoding yang disebutnya.',
    'Simpan halaman sebagai UTF-8 dan sebut utf-8 di header dan di halaman.',
  ],
  H1_DUPLICATE: [
    'Pembaca yang membuka dua di antaranya mengira berada di halaman yang sama.',
    'Sebut di setiap heading hal yang khusus untuk halaman itu.',
  ],
  CONTENT_DUPLICATE_EXACT: [
    'Mesin pencari mempertahankan satu dan mengabaikan yang lain, mungkin yang Anda inginkan.',
    'Alihkan salinannya ke satu halaman, atau sebut halaman itu di <link rel="canonical"> mereka.',
  ],
  CONTENT_DUPLICATE_NEAR: [
    'Halaman yang hanya berbeda beberapa kata bersaing untuk pencarian yang sama.',
    'Gabungkan, tulis perbedaan masing-masing, atau sebut yang utama sebagai canonical.',
  ],
}
