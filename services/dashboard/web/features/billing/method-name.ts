const names: Readonly<Record<string, string>> = {
  qris: 'QRIS',
  other_qris: 'QRIS',
  bank_transfer: 'virtual account',
  echannel: 'virtual account of Mandiri',
  gopay: 'GoPay',
  shopeepay: 'ShopeePay',
  dana: 'DANA',
  ovo: 'OVO',
  credit: 'credit of earlier payments',
  transfer: 'bank transfer',
}

/** What people call a way to pay; providers name it by codes of their own. */
export function methodName(method: string): string {
  return names[method.toLowerCase()] ?? method.replaceAll('_', ' ')
}
