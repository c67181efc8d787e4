import { unicodeHost } from '@rts/shared/hosts'
import type { Known } from './mentions.ts'

/** Shorter labels are too often an ordinary syllable. */
const shortestLabel = 4

/** How a site is named: its name as its people write it, and the label of its domain as a name. */
export function brandOf(name: string, domain: string): Known {
  return { brand: name === domain ? labelOf(domain) || name : name, domain, aliases: [labelOf(domain)].filter(Boolean) }
}

/** A rival, known by its domain alone. */
export function rivalOf(domain: string): Known {
  return { brand: labelOf(domain), domain, aliases: [] }
}

/**
 * `peets.com` as "Peets": with a capital, so that the ordinary word does not count. A name with a hyphen or a digit (`coca-cola.com`,
 * `1password.com`) is no ordinary word in any case. Empty where it is too short or has no letter.
 */
function labelOf(domain: string): string {
  const [label = ''] = unicodeHost(domain).split('.')
  const [first = '', ...others] = label
  if (others.length + 1 < shortestLabel || !/\p{L}/u.test(label)) return ''
  return /^[\p{L}\p{M}]+$/u.test(label) ? first.toUpperCase() + others.join('') : label
}
