import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

/** Gives the permission back, once asked. */
export function Disconnect() {
  const queries = useQueryClient()
  const { role } = useAccount()
  const [asking, setAsking] = useState(false)
  if (role === 'member') return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Disconnect Google</Button>
      <Confirm
        title="Disconnect Google?"
        action="Disconnect Google"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call('searchConsole.disconnect', {})
          await queries.invalidateQueries()
        }}
      >
        <p>The permission is given back, and each site forgets its property and its queries.</p>
      </Confirm>
    </>
  )
}
