import type { RegisteredRouter } from '@tanstack/react-router'
import { menu } from '../../texts/menu.ts'
import { pages } from '../routes.ts'

export type To = (typeof pages)[keyof typeof pages]
type MenuEntry = {
  group: keyof typeof menu.groups
  name: string
  /** Members cannot open it. */
  managers?: true
  /** Opens it from anywhere. */
  shortcut?: { keys: string; does: string }
}
export type Item = MenuEntry & { to: To }
export type Group = { name: string; items: Item[] }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry
  }
}

/** The pages of the menu in the order of `routes.ts`; those of a site are there while one is open. */
export function menuOf(
  router: RegisteredRouter,
  { hasSite, isMember }: { hasSite: boolean; isMember: boolean },
): Group[] {
  const items = Object.values(pages).flatMap((to): Item[] => {
    const { menu: entry } = router.routesByPath[to].options.staticData ?? {}
    const isShown = entry && (hasSite || !to.includes('$siteId')) && !(isMember && entry.managers)
    return isShown ? [{ ...entry, to }] : []
  })
  return [...Map.groupBy(items, ({ group }) => group)].map(([group, items]) => ({ name: menu.groups[group], items }))
}
