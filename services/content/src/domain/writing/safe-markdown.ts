import type { LinkPolicy } from './links.ts'
import { cleanText } from './text.ts'

const mostCharacters = 50_000
/** What joins up where a link was taken out is found by the next pass; the third finds nothing new. */
const passes = 3

/** All that Markdown, and GitHub's reading of it, can make a link, a picture or a tag of. The first two may stay. */
const risky = new RegExp(
  [
    /(?<task>^[ \t]*[-*+] \[[ xX]\] (?=\S))/,
    /(?<bang>!?)\[(?<words>[^[\]<>\n]{0,500})\]\((?<target>[^\s()<>]{1,2048})(?: +"[^"\n]{0,300}")?\)/,
    /(?<address>(?:(?:https?|ftps?)?:\/\/|www\.)[^\s<>()[\]"'`|\\]*)/,
    /(?<mail>(?<=[\w.+-])@(?=[\w-]))/,
    /(?<mark>[[\]<])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
)
type Found = Partial<Record<'task' | 'bang' | 'words' | 'target' | 'address' | 'mail' | 'mark', string>>
const entities: Readonly<Record<string, string>> = { '[': '&#91;', ']': '&#93;', '<': '&lt;' }

/**
 * Markdown without tags, pictures and references, whatever reads it: its links are those that the policy allows, written anew, and
 * what may not stand keeps its words. Doing it twice changes nothing.
 */
export function safeMarkdown(markdown: string, policy: LinkPolicy): string {
  let text = cleanText(markdown).slice(0, mostCharacters).toWellFormed()
  for (let pass = 0; pass < passes; pass++) text = rewritten(text, policy)
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

function rewritten(text: string, policy: LinkPolicy): string {
  let safe = ''
  let end = 0
  for (const match of text.matchAll(risky)) {
    safe += text.slice(end, match.index)
    end = match.index + match[0].length
    const next = replaced(match.groups ?? {}, policy)
    // An address must not become one again together with what stands before it.
    safe += match.groups?.address !== undefined && /[\w.]$/.test(safe) && /^\w/.test(next) ? ` ${next}` : next
  }
  return safe + text.slice(end)
}

function replaced({ task, bang, words, target, address, mail, mark }: Found, policy: LinkPolicy): string {
  if (task !== undefined) return task
  if (mark !== undefined) return entities[mark] ?? ''
  if (mail !== undefined) return policy.allowsMail ? mail : ' at '
  if (address !== undefined) return bareAddress(address, policy)
  const href = policy.href((target ?? '').replaceAll('&amp;', '&'))
  const shown = (words ?? '').replace(/\\+$/, '')
  // Without its mark a picture is a link, or its words.
  const before = bang ? '&#33;' : ''
  if (href === null) return before + rewritten(shown, policy)
  return shown.trim() === '' ? '' : `${before}${linkTo(shown, href)}`
}

function bareAddress(address: string, policy: LinkPolicy): string {
  const [, trail = ''] = /([.,;:!?*_~]*)$/.exec(address) ?? []
  const given = address.slice(0, address.length - trail.length)
  const full = /^www\./i.test(given) ? `https://${given}` : given
  const href = policy.href(full)
  return (href === null ? hostOf(full) : linkTo(shownOf(href), href)) + trail
}

function linkTo(shown: string, href: string): string {
  return `[${shown}](${href.replaceAll('&', '&amp;')})`
}

function shownOf(href: string): string {
  const { host = '', pathname = '' } = URL.parse(href) ?? {}
  return `${host}${pathname.replace(/\/$/, '')}`
}

function hostOf(address: string): string {
  const host = URL.parse(address.startsWith(':') ? `http${address}` : address)?.hostname ?? ''
  return host.replace(/^(www\.)+/, '').replaceAll('@', ' at ')
}
