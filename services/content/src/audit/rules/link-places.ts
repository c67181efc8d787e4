import { mayHaveId, readIdHashes } from './id-hashes.ts'
import { type Follower, pagesWith } from './rule.ts'
import { isPage, type PageSummary, redirectsOf, type Site } from './site.ts'

/** `#top` needs no id (HTML standard); `#/` and `#!` belong to routers in scripts. */
const noPlace = /^(top$|[!/])/i

/** Pages with links to places that do not exist on the linked page. */
export function brokenPlaces(site: Site): Follower {
  const read = new Map<string, Uint32Array>()
  const isThere = (target: PageSummary, ids: string, fragment: string) => {
    const hashes = read.get(target.url) ?? readIdHashes(ids)
    read.set(target.url, hashes)
    return mayHaveId(hashes, fragment) || mayHaveId(hashes, decoded(fragment))
  }
  return pagesWith(({ places }) =>
    places.filter((place) => {
      const at = place.indexOf('#')
      // A text fragment: the browser searches for the text after `:~:`.
      const [fragment = ''] = place.slice(at + 1).split(':~:')
      if (fragment === '' || noPlace.test(fragment)) return false
      const linked = site.pages.get(place.slice(0, at))
      const target = linked?.redirectTo ? redirectsOf(site, linked).end : linked
      return isPage(target) && target.ids !== null && !isThere(target, target.ids, fragment)
    }),
  )
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
