import type { LinkPolicy } from './links.ts'
import { cleanText } from './text.ts'

const maxCharacters = 50_000
/** A link that forms where another was taken out is found by the next pass; the fourth finds nothing new. */
const passes = 4

/** All that Markdown, and GitHub's reading of it, can make a link, a picture or a tag of. The first two may stay. */
const risky = new RegExp(
  [
    /(?<task>^[ \t]*[-*+] \[[ xX]\] (?=\S))/,
    /\[(?<words>[^[\]<>\n]{0,500})\]\((?<target>[^\s()<>]{1,2048})(?: +"[^"\n]{0,300}")?\)/,
    /(?<address>(?:(?:https?|ftps?)?:\/\/|www\.)[^\s<>()[\]"'`|\\]*)/,
    /(?<mail>(?<=[\w.+-])@(?=[\w-]))/,
    /(?<mark>[[\]<])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
)
type Found = Partial<Record<'task' | 'words' | 'target' | 'address' | 'mail' | 'mark', string>>
const entities: Readonly<Record<string, string>> = { '[': '&#91;', ']': '&#93;', '<': '&lt;' }

/**
 * Markdown without tags, pictures and references, whatever reads it: its links are those that the policy allows, written anew, and
 * what may not stand keeps its words. Doing it twice changes nothing.
 */
export function safeMarkdown(markdown: string, policy: LinkPolicy): string {
  let text = cleanText(markdown).slice(0, maxCharacters).toWellFormed()
  for (let pass = 0; pass < passes; pass++) text = rewritten(undisguised(text), policy)
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

/** Some readers look for addresses after they have read entities and escapes: of those only harmless ones stay. */
function undisguised(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|quot|nbsp|#33|#39|#91|#93);)(?=#?\w+;)/g, '&amp;')
    .replace(/\\+([:/@.]?)/g, (run, mark: string, at: number) =>
      mark === '' || (mark === '.' && /\d/.test(text[at - 1] ?? '')) ? run : mark,
    )
}

function rewritten(text: string, policy: LinkPolicy): string {
  let safe = ''
  let end = 0
  for (const match of text.matchAll(risky)) {
    safe += text.slice(end, match.index)
    end = match.index + match[0].length
    safe = joined(safe, replaced(match.groups ?? {}, policy))
  }
  return safe + text.slice(end)
}

/** Before a link a mark would make a picture of it and a backslash an address, before a host a word another host. */
function joined(before: string, next: string): string {
  if (next.startsWith('[')) {
    const text = withoutEnd(before, '\\')
    return text.endsWith('!') ? `${text.slice(0, -1)}&#33;${next}` : text + next
  }
  return /^\w/.test(next) && /[\w.]/.test(before.at(-1) ?? '') ? `${before} ${next}` : before + next
}

/** A text without the marks at its end; no regular expression does that in the time of the text's length. */
function withoutEnd(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

function replaced({ task, words, target, address, mail, mark }: Found, policy: LinkPolicy): string {
  if (task !== undefined) return task
  if (mark !== undefined) return entities[mark] ?? ''
  if (mail !== undefined) return policy.allowsMail ? mail : ' at '
  if (address !== undefined) return bareAddress(address, policy)
  const href = policy.href((target ?? '').replaceAll('&amp;', '&'))
  const shown = withoutEnd(words ?? '', '\\')
  if (href === null) return rewritten(shown, policy)
  return shown.trim() === '' ? '' : linkTo(shown, href)
}

function bareAddress(address: string, policy: LinkPolicy): string {
  const given = withoutEnd(address, '.,;:!?*_~')
  const trail = address.slice(given.length)
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
