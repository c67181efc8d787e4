import type { Pair } from './translator.ts'

/** The lines of receipts. */
export const receipts: readonly Pair[] = [
  ['{} plan, 1 month, {} to {}', 'Paket {}, 1 bulan, {} sampai {}'],
  ['{} plan, {} months, {} to {}', 'Paket {}, {} bulan, {} sampai {}'],
  ['Credit of earlier payments', 'Saldo kredit dari pembayaran sebelumnya'],
  ['Less than can be paid', 'Kurang dari jumlah yang dapat dibayar'],
]
