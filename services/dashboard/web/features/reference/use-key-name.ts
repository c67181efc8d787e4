import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { read } from '../../api/call.ts'

/** What stands for the key in an example: the name of one that the person has, so that they know which is meant. */
export function useKeyName(): string {
  const { accountId, role } = useAccount()
  const mine = read('keys.list', { params: { accountId } })
  const { data } = useQuery({ ...mine, enabled: accountId !== '' && role !== 'member' })
  const key = data?.keys.find(({ kind, revokedAt }) => kind === 'server' && revokedAt === null)
  return key ? `<the key “${key.name}”>` : '<your server key>'
}
