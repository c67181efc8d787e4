import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'

/** Gives the permission back, once asked. */
export function Disconnect() {
  const queries = useQueryClient()
  const { role } = useAccount()
  if (role === 'member') return null
  return (
    <ConfirmButton
      look="plain"
      label="Disconnect Google"
      title="Disconnect Google?"
      action="Disconnect Google"
      onConfirm={async () => {
        await call('searchConsole.disconnect', {})
        await queries.invalidateQueries()
      }}
    >
      <p>The permission is given back, and each site forgets its property and its queries.</p>
    </ConfirmButton>
  )
}
