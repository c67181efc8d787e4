import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import type { Key } from './key.ts'

/** Asks before a key is revoked. */
export function RevokeKey({ kept, onClose }: { kept: Key | undefined; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <Confirm
      title={`Revoke “${kept?.name ?? ''}”?`}
      action="Revoke the key"
      open={kept !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (kept) await call('keys.revoke', { params: { keyId: kept.id } })
        await readAgain(queries, 'keys.list')
      }}
    >
      <p>Whatever still sends it is refused from the next call on. This cannot be undone.</p>
    </Confirm>
  )
}
