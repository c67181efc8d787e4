import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccount } from '../api/account.tsx'
import { noteSeen } from './seen.ts'
import { pathTo } from './site-page.ts'
import { useOpenPage } from './use-sites.ts'

/** Remembers each page that is looked at, and of which site; not while the account has no such site. */
export function useNoteSeen(exists: boolean): void {
  const { accountId } = useAccount()
  const { siteId = null } = useParams({ strict: false })
  const page = useOpenPage()
  useEffect(() => {
    const to = pathTo(page).at(-1)
    // A page of one article or order cannot be opened again by its kind.
    const isKind = to?.replace('$siteId', '').includes('$') === false
    if (exists && to === page && isKind) noteSeen(accountId, { to, siteId })
  }, [accountId, exists, page, siteId])
}
