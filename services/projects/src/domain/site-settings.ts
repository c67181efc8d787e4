import type { SiteRow } from '@rts/shared/contract/rows/site'

/** What the owner of a site decides about it. */
export type SiteSettings = Pick<
  SiteRow,
  'name' | 'domain' | 'tags' | 'description' | 'country' | 'language' | 'autoAddPreference'
>
export type SiteChanges = { [K in keyof SiteSettings]?: SiteSettings[K] | undefined } & {
  checksPaused?: boolean | undefined
}
/** What a new site is given; its name is its domain where it has none. */
export type SiteWish = SiteChanges & Pick<SiteSettings, 'domain'>

/** The settings of a new site: searched in the United States and in English, unless told otherwise. */
export function newSettings({ name, domain, ...wish }: SiteWish): SiteSettings {
  const { tags = [], description = null, country = 'us', language = 'en', autoAddPreference = null } = wish
  return { name: name ?? domain, domain, tags, description, country, language, autoAddPreference }
}

/** The settings with what is to be different: null clears a text, and what is left out stays. */
export function changedSettings(before: SiteSettings, changes: SiteChanges): SiteSettings {
  const { name = before.name, domain = before.domain, tags = before.tags } = changes
  const { description = before.description, autoAddPreference = before.autoAddPreference } = changes
  const { country = before.country, language = before.language } = changes
  return { name, domain, tags, description, country, language, autoAddPreference }
}
