import type { SiteRow } from '@rts/shared/contract/rows/site'
import { invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'

export type SiteSettings = Pick<
  SiteRow,
  'name' | 'domain' | 'tags' | 'description' | 'country' | 'language' | 'autoAddPreference'
>
export type SiteChanges = { [K in keyof SiteSettings]?: SiteSettings[K] | undefined } & {
  checksPaused?: boolean | undefined
}
/** The input of a new site; its domain is the default of its name. */
type NewSite = SiteChanges & Pick<SiteSettings, 'domain'>

/** The settings of a new site; by default it is searched in the United States and in English. */
export function newSettings({ name, domain, ...given }: NewSite): SiteSettings {
  const { tags = [], description = null, country = 'us', language = 'en', autoAddPreference = null } = given
  return { name: name ?? domain, domain, tags, description, country, language, autoAddPreference }
}

/** The changed settings: null clears a text, and a field that is not given stays. */
export function changedSettings(before: SiteSettings, changes: SiteChanges): SiteSettings {
  const { name = before.name, domain = before.domain, tags = before.tags } = changes
  const { description = before.description, autoAddPreference = before.autoAddPreference } = changes
  const { country = before.country, language = before.language } = changes
  return { name, domain, tags, description, country, language, autoAddPreference }
}

/** Throws `invalid_input` for a competitor with the site's own domain: a site is not compared with itself. */
export function requireRival(domain: string, own: string): void {
  if (domain === own) throw invalidField('domain', faults.ownDomain)
}

/** Throws `invalid_input` for a site that takes the domain of one of its competitors. */
export function requireNoRival(domain: string, rivals: readonly { domain: string }[]): void {
  if (rivals.some((rival) => rival.domain === domain)) throw invalidField('domain', faults.isCompetitor)
}

/** The domain of the demo site. It cannot be registered, so no real site has it. */
export const demoDomain = 'demo.sandbox.example'
