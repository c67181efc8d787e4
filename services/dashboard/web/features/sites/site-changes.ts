import type { InputOf, OutputOf } from '../../api/call.ts'
import { hostOf } from './pasted-host.ts'

type Site = Omit<OutputOf<'sites.get'>['project'], 'checksPausedAt'>
type Changes = InputOf<'sites.update'>['body']

/** The changed fields of the form; a field that is absent changes nothing. */
export function changesOf(site: Site, values: Readonly<Record<string, string>>): Changes {
  const { name, domain, country, language, tags, description } = values
  const said: Changes = {
    name: name?.trim(),
    domain: domain === undefined ? undefined : hostOf(domain),
    country,
    language,
    tags: tags === undefined ? undefined : tagsOf(tags),
    description: description === undefined ? undefined : description.trim() || null,
  }
  const before: Record<string, unknown> = site
  const isChanged = ([field, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field])
  return Object.fromEntries(Object.entries(said).filter(isChanged))
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags)].filter((tag) => tag !== '')
}
