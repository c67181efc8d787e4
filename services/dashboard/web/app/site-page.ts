import { pages } from '../routes.ts'
import type { To } from './menu.ts'

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
