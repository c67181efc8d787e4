import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccount } from '../api/account.tsx'
import { read } from '../api/call.ts'
import { pages } from '../routes.ts'
import { pageOfOtherSite, pathTo, type To } from './menu.ts'
import { noteSeen } from './seen.ts'

export function useSites(isWanted: boolean) {
  return useQuery({ ...read('sites.list', { query: { limit: 1_000 } }), enabled: isWanted })
}

export function useOpenPage(): string {
  return useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? pages.home })
}

/** The site of the address; undefined on other pages, and while its name is being read. */
export function useOpenSite() {
  const { siteId } = useParams({ strict: false })
  return useQuery({ ...read('sites.get', { params: { id: siteId ?? '' } }), enabled: siteId !== undefined })
}

/** Opens a page of a site or of the account; with `hash` a dialog on it. */
export function useGo() {
  const navigate = useNavigate()
  return (to: To, siteId: string | null = null, hash = '') =>
    void navigate({ to, params: { siteId: siteId ?? '' }, hash, hashScrollIntoView: false })
}

export function useSwitchSite() {
  const go = useGo()
  const page = useOpenPage()
  return (siteId: string) => go(pageOfOtherSite(page), siteId)
}

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
