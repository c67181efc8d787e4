import { invalidField } from '@rts/shared/errors'

/** Throws `invalid_input` where a site would be compared with itself: by a competitor that has the site's own domain. */
export function requireRival(domain: string, own: string): void {
  if (domain === own) throw invalidField('domain', 'is the domain of the site itself')
}

/** The same, by a site that takes the domain of a competitor. */
export function requireNoRival(domain: string, rivals: readonly { domain: string }[]): void {
  if (rivals.some((rival) => rival.domain === domain)) throw invalidField('domain', 'is a competitor of this site')
}
