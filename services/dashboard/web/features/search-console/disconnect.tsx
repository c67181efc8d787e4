import { useQueryClient } from '@tanstack/react-query'
import { searchConsole as t } from '../../../texts/search-console.ts'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'

export function Disconnect() {
  const queries = useQueryClient()
  const { role } = useAccount()
  if (role === 'member') return null
  return (
    <ConfirmButton
      look="plain"
      label={t.disconnectGoogle}
      title={t.disconnectGoogleQuestion}
      action={t.disconnectGoogle}
      onConfirm={async () => {
        await call('searchConsole.disconnect', {})
        await queries.invalidateQueries()
      }}
    >
      <p>{t.permissionIsRevoked}</p>
    </ConfirmButton>
  )
}
