import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Records } from '../database.sql.ts'
import { storeDismissed, takenQuestions } from './prompts.sql.ts'
import { suggestionsOf } from './rules/suggestions.ts'

type SuggestionDeps = {
  records: Records
  sites: Sites
  projects: Pick<ProjectReader, 'comparison' | 'pages'>
  clock: Clock
}

const maxShown = 20

/** Suggested prompts: questions on the site's results pages. */
export function promptSuggestionHandlers({ records, sites, projects, clock }: SuggestionDeps) {
  return {
    'promptSuggestions.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const [{ keywords }, pages, taken] = await Promise.all([
        projects.comparison(site.accountId, site.id),
        projects.pages(site.accountId, site.id),
        takenQuestions(records, site.id),
      ])
      const known = { taken: new Set(taken.map(phraseIdentity)), identityOf: phraseIdentity }
      const found = suggestionsOf(keywords, pages, known)
      return { suggestions: found.slice(0, maxShown), total: found.length }
    },

    'promptSuggestions.delete': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await storeDismissed(records, site.id, phraseIdentity(body.question), clock.now())
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}
