import type { receiptLines as english } from '@rts/shared/texts/receipts'
import type { Translated } from '@rts/shared/texts/sentence'

/** The lines of receipts. */
export const receiptLines: Translated<typeof english> = {
  plan: ({ plan, months, from, until }) => `Paket ${plan}, ${months} bulan, ${from} sampai ${until}`,
  credit: 'Saldo kredit dari pembayaran sebelumnya',
  tooLittle: 'Kurang dari jumlah yang dapat dibayar',
}
