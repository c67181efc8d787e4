import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

/** Cancels an order that nobody has paid, once asked. */
export function CancelOrder({ orderId }: { orderId: string }) {
  const { role } = useAccount()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  if (role === 'member') return null
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Cancel the order
      </Button>
      <Confirm
        title="Cancel this order?"
        action="Cancel the order"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const { order } = await call('orders.cancel', { params: { orderId } })
          queries.setQueryData(['orders.get', { params: { orderId } }], { order })
          await queries.invalidateQueries()
        }}
      >
        <p>If a payment is under way, the provider may refuse, and the order stays open.</p>
      </Confirm>
    </>
  )
}
