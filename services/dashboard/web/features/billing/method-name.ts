import { billing as t } from '../../../texts/billing.ts'

const names: Readonly<Record<string, string>> = {
  qris: t.qris,
  other_qris: t.qris,
  bank_transfer: t.virtualAccount,
  echannel: t.mandiriVirtualAccount,
  gopay: t.goPay,
  shopeepay: t.shopeePay,
  dana: t.dana,
  ovo: t.ovo,
  credit: t.creditEarlierPayments,
  transfer: t.bankTransfer,
}

export function methodName(method: string): string {
  return names[method.toLowerCase()] ?? method.replaceAll('_', ' ')
}
