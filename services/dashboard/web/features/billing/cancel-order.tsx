import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'

/** Cancels an order that nobody has paid, once asked. */
export function CancelOrder({ orderId }: { orderId: string }) {
  const { role } = useAccount()
  const queries = useQueryClient()
  if (role === 'member') return null
  return (
    <ConfirmButton
      label="Cancel the order"
      title="Cancel this order?"
      action="Cancel the order"
      onConfirm={async () => {
        const { order } = await call('orders.cancel', { params: { orderId } })
        queries.setQueryData(['orders.get', { params: { orderId } }], { order })
        await queries.invalidateQueries()
      }}
    >
      <p>If a payment is under way, the provider may refuse, and the order stays open.</p>
    </ConfirmButton>
  )
}
