import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { app as t } from '../../texts/app.ts'
import { useAccount, useRights } from '../api/account.tsx'
import { read } from '../api/call.ts'
import { chooseTheme } from '../kit/browser.ts'
import type { Way } from '../kit/keys/way.ts'
import { pages } from '../routes.ts'
import { asked } from '../routing/asked.ts'
import { entryOf, type Group, type To } from './menu.ts'
import { byLastSeen, readSeen } from './seen.ts'
import { useGo, useOpenPage, useSites, useSwitchSite } from './use-sites.ts'

const maxSeen = 5

type Elsewhere = { keys(): void; sites(): void; leave(): void }

/** Everything of the palette that is known without asking: pages that were looked at last, pages, actions, sites. */
export function useWays(groups: readonly Group[], elsewhere: Elsewhere): { ways: Way[]; error: Error | null } {
  const { accountId } = useAccount()
  const [seen] = useState(() => readSeen(accountId))
  const { siteId = null } = useParams({ strict: false })
  const { data, error } = useSites(true)
  const go = useGo()
  const change = useSwitchSite()
  const router = useRouter()
  const page = useOpenPage()
  const sites = data?.projects ?? []
  const nameOf = new Map(sites.map(({ id, name }) => [id, name]))
  const last = seen.flatMap(({ to, siteId: of }): Way[] => {
    const name = to === pages.home ? undefined : entryOf(router, to)?.name
    const site = of === null ? t.account : nameOf.get(of)
    const isOpen = to === page && of === siteId
    if (name === undefined || site === undefined || isOpen) return []
    return [{ id: idOf(to, of), name, of: site, go: () => go(to, of) }]
  })
  const menu = groups.flatMap(({ name: of, items }) =>
    items.map(({ to, name }) => {
      const ofPage = to.includes('$siteId') ? siteId : null
      return { id: idOf(to, ofPage), name, of, go: () => go(to, ofPage) }
    }),
  )
  const listed = byLastSeen(sites, seen).map(({ id, name, domain }) => ({ id, name, of: domain, go: () => change(id) }))
  return { ways: [...last.slice(0, maxSeen), ...menu, ...useActions(siteId, elsewhere), ...listed], error }
}

const idOf = (to: To, siteId: string | null) => `${to} ${siteId}`

const when = (may: boolean, name: string, run: () => void): [string, () => void][] => (may ? [[name, run]] : [])

function useActions(siteId: string | null, elsewhere: Elsewhere): Way[] {
  const { manages, writes, isLimited } = useRights()
  const go = useGo()
  const ofSite: [string, () => void][] = [
    [t.addKeywords, () => go(pages.keywords, siteId, asked.addKeywords)],
    [t.addACompetitor, () => go(pages.comparison, siteId, asked.addCompetitor)],
    [t.checkNow, () => go(pages.site, siteId, asked.checkNow)],
  ]
  const ofAll: [string, () => void][] = [
    ...when(writes && !isLimited, t.addASite, () => go(pages.home, null, asked.addSite)),
    [t.switchSite, elsewhere.sites],
    ...when(manages, t.createAKey, () => go(pages.keys, null, asked.newKey)),
    [t.useLightColors, () => chooseTheme('light')],
    [t.useDarkColors, () => chooseTheme('dark')],
    [t.useColorsOfTheDevice, () => chooseTheme('system')],
    [t.showTheKeys, elsewhere.keys],
    [t.signOut, elsewhere.leave],
  ]
  const all = siteId === null || !writes ? ofAll : [...ofSite, ...ofAll]
  return all.map(([name, run]) => ({ id: `action ${name}`, name, of: t.action, go: run }))
}

const fewest = 2
const pauseMs = 150

/** Keywords of all sites with the typed text in them, those of the open site first. */
export function useFoundKeywords(text: string): { ways: Way[]; error: Error | null } {
  const navigate = useNavigate()
  const { siteId } = useParams({ strict: false })
  const q = useLate(text.trim().slice(0, 200))
  const isAsked = q.length >= fewest
  const { data, error } = useQuery({
    ...read('foundKeywords.list', { query: { q, siteId } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const ways = (isAsked ? (data?.keywords ?? []) : []).map(({ id, keyword, projectId, site }) => ({
    id,
    name: keyword,
    of: t.keywordOf(site),
    go: () => void navigate({ to: pages.keywords, params: { siteId: projectId }, search: { open: id } }),
  }))
  return { ways, error }
}

/** A text once it has not changed for a moment: not every letter is a question. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
