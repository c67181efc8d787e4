import type { LinkPolicy } from './links.ts'
import { cleanText } from './text.ts'

const maxCharacters = 50_000
/** Removing a link can form another; the fourth pass finds none. */
const passes = 4

/** Everything Markdown or GitHub turns into a link, picture or tag. The first two may stay. */
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

/** Drops tags, pictures and references for any reader; rewrites links by the policy, keeps other words. Idempotent. */
export function safeMarkdown(markdown: string, policy: LinkPolicy): string {
  let text = cleanText(markdown).slice(0, maxCharacters).toWellFormed()
  for (let pass = 0; pass < passes; pass++) text = rewritten(undisguised(text), policy)
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

/** Some readers decode entities and escapes before they detect addresses: only harmless ones stay. */
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

/** Before a link `!` makes a picture and a backslash an address; before a host a word makes another host. */
function joined(before: string, next: string): string {
  if (next.startsWith('[')) {
    const text = withoutEnd(before, '\\')
    return text.endsWith('!') ? `${text.slice(0, -1)}&#33;${next}` : text + next
  }
  return /^\w/.test(next) && /[\w.]/.test(before.at(-1) ?? '') ? `${before} ${next}` : before + next
}

/** A regular expression would not be linear. */
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
