import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { pages } from '../routes.ts'
import type { To } from './menu.ts'
import { pageOfOtherSite } from './site-page.ts'

/** The sites of the account, read when they are wanted. */
export function useSites(isWanted: boolean) {
  return useQuery({ ...read('sites.list', { query: { limit: 1_000 } }), enabled: isWanted })
}

/** The page that is open, as `routes.ts` has it. */
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

/** Opens the same kind of page of another site. */
export function useSwitchSite() {
  const go = useGo()
  const page = useOpenPage()
  return (siteId: string) => go(pageOfOtherSite(page), siteId)
}
