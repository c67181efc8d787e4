import { unicodeHost } from '@rts/shared/hosts'
import type { Known } from './mentions.ts'

/** Shorter labels are often ordinary syllables. */
const shortestLabel = 4

export function brandOf(name: string, domain: string): Known {
  return { brand: name === domain ? labelOf(domain) || name : name, domain, aliases: [labelOf(domain)].filter(Boolean) }
}

export function rivalOf(domain: string): Known {
  return { brand: labelOf(domain), domain, aliases: [] }
}

/** `peets.com` as "Peets", so the plain word does not count; `coca-cola.com` needs no capital. Empty if too short. */
function labelOf(domain: string): string {
  const [label = ''] = unicodeHost(domain).split('.')
  const [first = '', ...others] = label
  if (others.length + 1 < shortestLabel || !/\p{L}/u.test(label)) return ''
  return /^[\p{L}\p{M}]+$/u.test(label) ? first.toUpperCase() + others.join('') : label
}
