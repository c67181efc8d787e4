import type { SiteRow } from '@rts/shared/contract/rows/site'

/** The settings that a site's owner chooses. */
export type SiteSettings = Pick<
  SiteRow,
  'name' | 'domain' | 'tags' | 'description' | 'country' | 'language' | 'autoAddPreference'
>
export type SiteChanges = { [K in keyof SiteSettings]?: SiteSettings[K] | undefined } & {
  checksPaused?: boolean | undefined
}
/** The input of a new site; its domain is the default of its name. */
export type NewSite = SiteChanges & Pick<SiteSettings, 'domain'>

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
