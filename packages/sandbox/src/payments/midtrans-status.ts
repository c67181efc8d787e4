import { type Attempt, refundedOf } from './till.ts'

export function statusOf(attempt: Attempt): string {
  const { status, amount } = attempt
  const refunded = refundedOf(attempt)
  switch (status) {
    case 'pending':
      return 'pending'
    case 'denied':
      return 'deny'
    case 'expired':
      return 'expire'
    case 'paid':
      if (refunded === 0) return 'settlement'
      return refunded < amount ? 'partial_refund' : 'refund'
    default: {
      const missing: never = status
      return missing
    }
  }
}

export function statusCodeOf({ status }: Attempt): string {
  if (status === 'pending') return '201'
  if (status === 'denied') return '202'
  return status === 'expired' ? '407' : '200'
}
