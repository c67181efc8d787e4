import { isWithin } from '@rts/shared/hosts'

/** The addresses that a text may link to. */
export type LinkPolicy = {
  /** The address in the form that it is written in, null for one that may not be linked. Its own answers stay as they are. */
  href(address: string): string | null
  /** Whether mail addresses are kept: many readers make links of them. */
  allowsMail: boolean
}

/** A writer may link to known pages of the site, and to hosts that the operator allows. */
export function knownLinks(domain: string, pages: readonly string[], hosts: readonly string[]): LinkPolicy {
  const known = new Map<string, string>()
  for (const page of [`https://${domain}/`, ...pages]) {
    const url = webAddress(page)
    if (url) known.set(pageKey(url), url.href)
  }
  return {
    allowsMail: false,
    href: (address) => {
      const url = webAddress(address, `https://${domain}/`)
      if (!url) return null
      const isAllowed = hosts.some((host) => isWithin(url.hostname, host))
      return known.get(pageKey(url)) ?? (isAllowed ? url.href : null)
    },
  }
}

/** A person may link to the whole web. */
export const webLinks: LinkPolicy = { allowsMail: true, href: (address) => webAddress(address)?.href ?? null }

const meaningful: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '[': '%5B',
  ']': '%5D',
  '\\': '%5C',
  '`': '%60',
  '|': '%7C',
}

/** An address without a character that has a meaning in Markdown. */
function webAddress(address: string, base?: string): URL | null {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return URL.parse(url.href.replace(/[()[\]\\`|]/g, (mark) => meaningful[mark] ?? ''))
}

/** Equal for addresses of one page: the scheme, a slash at the end and the place on the page do not count. */
function pageKey({ host, pathname, search }: URL): string {
  return `${host}${pathname.replace(/\/$/, '')}${search}`
}
