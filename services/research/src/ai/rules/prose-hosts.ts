import { endsInPublicSuffix, isWithin } from '@rts/shared/hosts'

/** First mention of each owner by domain; text without hosts and e-mail addresses. */
type HostsRead = { text: string; first: (number | null)[] }

const ofHosts = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}.@+_%-]/u
const path = /[/?#:][^\s<>"'()[\]{}\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]*/uy
const longestHost = 253
const host = /^@?[\p{L}\p{Nd}_-]+(\.[\p{L}\p{Nd}_-]+)*\.\p{L}[\p{L}\p{Nd}-]+$/u
/** A full stop directly followed by the next sentence. */
const nextSentence = /\.\p{Lu}\p{Ll}+$/u

/** Removes hosts: a bare one names its owner, foreign ones and e-mail addresses no one. Names like hosts (`isName`) stay. */
export function readHosts(text: string, domains: readonly string[], isName: (token: string) => boolean): HostsRead {
  const first: (number | null)[] = domains.map(() => null)
  let out = ''
  let done = 0
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', Math.max(dot + 1, done))) {
    if (!isInside(text, dot)) continue
    const { start, end } = tokenAt(text, dot, done)
    const token = text.slice(start, end)
    const owner = ownerOf(token, domains)
    const isForeign = owner === null && !isName(token) && (isEmail(token) || isHost(token))
    if (owner === null && !isForeign) {
      // The whole token is done, whatever dots follow.
      out += text.slice(done, end)
      done = end
      continue
    }
    out += `${text.slice(done, start)} `
    if (owner !== null) first[owner] ??= out.length
    done = pathEnd(text, end)
  }
  return { text: done === 0 ? text : out + text.slice(done), first }
}

const word = /[\p{L}\p{Nd}]/u
function isInside(text: string, dot: number): boolean {
  const next = text[dot + 1]
  return next !== undefined && next !== ' ' && dot > 0 && word.test(text[dot - 1] ?? '') && word.test(next)
}

function tokenAt(text: string, dot: number, from: number): { start: number; end: number } {
  let start = dot
  while (start > from && dot - start < longestHost && ofHosts.test(text[start - 1] ?? '')) start--
  let end = dot + 1
  while (end < text.length && ofHosts.test(text[end] ?? '')) end++
  while (start < end && /[.+_%-]/.test(text[start] ?? '')) start++
  while (end > start && /[.@+_%-]/.test(text[end - 1] ?? '')) end--
  return { start, end }
}

function pathEnd(text: string, end: number): number {
  path.lastIndex = end
  const after = path.exec(text)?.[0] ?? ''
  return end + after.replace(/(?<![.,;:!?])[.,;:!?]+$/, '').length
}

function ownerOf(token: string, domains: readonly string[]): number | null {
  if (!host.test(token)) return null
  const name = asciiHost(token.replace(/^@/, ''))
  // Domains may nest: the longest is nearest.
  const [nearest] = domains
    .map((domain, owner) => ({ domain, owner }))
    .filter(({ domain }) => domain !== '' && isWithin(name, domain))
    .sort((a, b) => b.domain.length - a.domain.length)
  return nearest?.owner ?? null
}

function isEmail(token: string): boolean {
  return /[^@]@[^@]+\./u.test(token)
}

function isHost(token: string): boolean {
  return host.test(token) && !nextSentence.test(token) && endsInPublicSuffix(asciiHost(token.replace(/^@/, '')))
}

function asciiHost(name: string): string {
  return URL.parse(`http://${name}`)?.hostname ?? name.toLowerCase()
}
