import { invalidField } from '@rts/shared/errors'

/** Throws `invalid_input` for a competitor with the site's own domain: a site is not compared with itself. */
export function requireRival(domain: string, own: string): void {
  if (domain === own) throw invalidField('domain', 'is the domain of the site itself')
}

/** Throws `invalid_input` for a site that takes the domain of one of its competitors. */
export function requireNoRival(domain: string, rivals: readonly { domain: string }[]): void {
  if (rivals.some((rival) => rival.domain === domain)) throw invalidField('domain', 'is a competitor of this site')
}
