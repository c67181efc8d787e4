import type { RegisteredRouter } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { menu } from '../../texts/menu.ts'
import type { Rights } from '../api/account.tsx'
import { pages } from '../routes.ts'

export type To = (typeof pages)[keyof typeof pages]
type MenuEntry = {
  /** Without one it is above all groups. */
  group?: keyof typeof menu.groups
  name: string
  managers?: true
  /** Viewers have nothing to do there. */
  writers?: true
  /** It is about the whole account: people who are limited to sites cannot open it. */
  allSites?: true
  shortcut?: { keys: string; does: string }
}
type Item = MenuEntry & { to: To }
/** `id` is null for what is above all groups. */
export type Group = { id: keyof typeof menu.groups | null; name: string; items: Item[] }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry
  }
}

const groupIds = [null, 'content', 'research', 'site', 'reports', 'developer', 'account'] as const

/** The pages of the menu by group, in the order of `routes.ts`; those of a site are there while one is open. */
export function menuOf(router: RegisteredRouter, { hasSite, rights }: { hasSite: boolean; rights: Rights }): Group[] {
  const items = Object.values(pages).flatMap((to): Item[] => {
    const entry = entryOf(router, to)
    const isShown = entry && (hasSite || !to.includes('$siteId')) && closedBecause(entry, rights) === undefined
    return isShown ? [{ ...entry, to }] : []
  })
  const byGroup = Map.groupBy(items, ({ group }) => group ?? null)
  return groupIds.flatMap((id) => {
    const ofGroup = byGroup.get(id)
    return ofGroup ? [{ id, name: id === null ? '' : menu.groups[id], items: ofGroup }] : []
  })
}

/** Why a page is closed to a person; undefined if it is open. */
export function closedBecause(entry: MenuEntry | undefined, rights: Rights): string | undefined {
  if (entry?.allSites && rights.isLimited) return t.youSeeOnlySomeSites
  if (entry?.managers && !rights.manages) return t.onlyOwnersAndAdmins
  return entry?.writers && !rights.writes ? t.viewersChangeNothing : undefined
}

export function entryOf(router: RegisteredRouter, to: To): MenuEntry | undefined {
  return router.routesByPath[to].options.staticData?.menu
}

const all: readonly string[] = Object.values(pages)

/** The pages above a page and itself, the highest first: those whose paths begin its own. */
export function pathTo(page: string): To[] {
  const parts = page.split('/').filter((part) => part !== '')
  const paths = parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  return paths.filter((path): path is To => all.includes(path))
}

/** The same kind of page of another site: the nearest one that is about a site alone; its overview from elsewhere. */
export function pageOfOtherSite(page: string): To {
  const ofSite = pathTo(page).filter((path) => path.match(/\$\w+/g)?.join() === '$siteId')
  return ofSite.at(-1) ?? pages.site
}
