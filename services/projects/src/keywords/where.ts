import { requirePlace } from '../places/places.ts'
import type { Where } from './rules/tracked-phrase.ts'

/** Where a new keyword is searched: what is not asked for is as the site has it, on a desktop and without a place. Throws `invalid_input`. */
export function whereOf(
  site: Pick<Where, 'country' | 'language'>,
  asked: { [K in keyof Where]?: Where[K] | undefined },
): Where {
  const { country = site.country, language = site.language, device = 'desktop', location = null } = asked
  return inItsPlace({ country, language, device, location })
}

/** The same with the place as the list writes it. Throws `invalid_input` if the list does not have it in the country. */
export function inItsPlace<W extends Pick<Where, 'country' | 'location'>>(where: W): W {
  return where.location === null ? where : { ...where, location: requirePlace(where.location, where.country) }
}
