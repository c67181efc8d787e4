import { isWithin } from '@rts/shared/hosts'

export type LinkPolicy = {
  /** The address as it is to be written; null if forbidden. Idempotent. */
  href(address: string): string | null
  /** Many readers turn mail addresses into links. */
  allowsMail: boolean
}

/** Writers may link to known pages and the operator's hosts. */
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

/** Without characters that Markdown interprets. */
function webAddress(address: string, base?: string): URL | null {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return URL.parse(url.href.replace(/[()[\]\\`|]/g, (mark) => meaningful[mark] ?? ''))
}

function pageKey({ host, pathname, search }: URL): string {
  return `${host}${pathname.replace(/\/$/, '')}${search}`
}
