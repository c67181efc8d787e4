import type { Known } from '../mentions.ts'

/** Shorter labels are too often an ordinary syllable. */
const shortestLabel = 4

/** How a site is named: its name as its people write it, and the label of its domain as a name. */
export function brandOf(name: string, domain: string): Known {
  return { brand: name === domain ? labelOf(domain) || name : name, domain, aliases: [labelOf(domain)].filter(Boolean) }
}

/** A rival, of whom only the domain is known. */
export function rivalOf(domain: string): Known {
  return { brand: labelOf(domain), domain, aliases: [] }
}

/** `peets.com` as "Peets": with a capital, so that the ordinary word does not count. Empty where it is too short or no word. */
function labelOf(domain: string): string {
  const [label = ''] = domain.split('.')
  return /^[a-z]+$/.test(label) && label.length >= shortestLabel ? `${label[0]?.toUpperCase()}${label.slice(1)}` : ''
}
