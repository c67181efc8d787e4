import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { suggestionsOf } from './rules/suggestions.ts'
import type { SuggestionStore } from './suggestions.sql.ts'

type SuggestionOperations = 'promptSuggestions.list' | 'promptSuggestions.delete'
export type SuggestionHandlerDeps = {
  sites: Sites
  projects: Pick<ProjectReader, 'comparison' | 'pages'>
  suggestions: SuggestionStore
  clock: Clock
}

const mostShown = 20

/** Prompts that a site could track: what people ask, as its own results pages show it. */
export function promptSuggestionHandlers({
  sites,
  projects,
  suggestions,
  clock,
}: SuggestionHandlerDeps): Pick<ServiceHandlers<'research'>, SuggestionOperations> {
  return {
    'promptSuggestions.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const [{ keywords }, pages, taken] = await Promise.all([
        projects.comparison(site.accountId, site.id),
        projects.pages(site.accountId, site.id),
        suggestions.taken(site),
      ])
      const found = suggestionsOf(keywords, pages, {
        taken: new Set(taken.map(phraseIdentity)),
        identityOf: phraseIdentity,
      })
      return { suggestions: found.slice(0, mostShown), total: found.length }
    },

    'promptSuggestions.delete': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await suggestions.dismiss(site, phraseIdentity(body.question), clock.now())
      return { ok: true }
    },
  }
}
