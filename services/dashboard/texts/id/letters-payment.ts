import type { Letter } from '@rts/shared/mail/letter'
import type { paymentLetters as english } from '../letters-payment.ts'
import { dayOf, money, planName } from './letter-words.ts'

type Texts = typeof english
type Given<K extends keyof Texts> = Parameters<Texts[K]>[0]

export const paymentLetters: Texts = {
  paymentDue: ({ url, stopUrl, plan, nextPlan, paidUntil, days }): Letter => ({
    subject: `Paket ${planName(plan)} Anda berakhir ${whenIn(days)}`,
    paragraphs: [
      `${planName(plan)} telah dibayar sampai ${dayOf(paidUntil)}. ${
        nextPlan
          ? `Setelah itu akun beralih ke ${planName(nextPlan)}.`
          : `${planName(plan)} tetap aktif tujuh hari lagi; setelah itu akun beralih ke Free, dan tidak ada yang dihapus.`
      }`,
      'Paket tidak diperpanjang otomatis. Untuk mempertahankannya, bayar untuk satu bulan atau satu tahun lagi.',
      `Berhenti menerima pengingat ini: ${stopUrl}`,
    ],
    button: { label: 'Lihat paket dan harga', url },
    stopUrl,
  }),

  planEnded: ({ url, plan, endedAt }): Letter => ({
    subject: `Paket ${planName(plan)} Anda telah berakhir`,
    paragraphs: [
      `${planName(plan)} telah dibayar sampai ${dayOf(endedAt)}, dan akun kini memakai Free.`,
      'Tidak ada yang dihapus: data di luar batas Free tetap disimpan tetapi tidak dicek lagi. Pengecekan berlanjut begitu Anda membayar paket.',
    ],
    button: { label: 'Lihat paket dan harga', url },
  }),

  receipt: ({ url, number, plan, total, endsAt }): Letter => ({
    subject: `Kuitansi ${number}`,
    paragraphs: [`Terima kasih. Kami telah menerima ${money(total)} untuk ${planName(plan)}, sampai ${dayOf(endsAt)}.`],
    button: { label: 'Lihat kuitansi', url },
  }),

  inReview: ({ orderId, accountId, reason, method, amount, expected }): Letter => ({
    subject: `Sebuah pembayaran perlu keputusan: pesanan ${orderId}`,
    paragraphs: [
      `Pembayaran ${amount} lewat ${method} diterima untuk pesanan ${orderId} dari akun ${accountId} (${money(expected)}), dan ${reviewReasons[reason]}.`,
      'Belum ada yang diberikan untuknya. Selesaikan pesanan (order settle) atau kembalikan dananya (order refund).',
    ],
  }),

  surplus: ({ url, amount }): Letter => ({
    subject: 'Anda membayar dua kali',
    paragraphs: [
      `Pembayaran lain sebesar ${money(amount)} diterima untuk pesanan yang sudah lunas.`,
      'Dana itu disimpan sebagai saldo kredit untuk pesanan berikutnya. Untuk pengembalian dana, balas email ini.',
    ],
    button: { label: 'Lihat pesanan', url },
  }),
}

const reviewReasons: Readonly<Record<Given<'inReview'>['reason'], string>> = {
  amount: 'jumlahnya berbeda dari pesanan',
  currency: 'mata uangnya berbeda dari pesanan',
  account_closed: 'akunnya ditutup sebelum pembayaran tiba',
  another_payment: 'pesanannya sudah menunggu keputusan Anda',
}

function whenIn(days: number): string {
  if (days === 0) return 'hari ini'
  return days === 1 ? 'besok' : `dalam ${days} hari`
}
