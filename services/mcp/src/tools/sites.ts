import * as f from '@rts/shared/contract/fields'
import { keywordRow } from '@rts/shared/contract/rows/keyword'
import { siteRow } from '@rts/shared/contract/rows/site'
import { z } from 'zod'
import { given, locale, projectId, siteIdOf } from './fields.ts'
import { defineTool, type ToolContext } from './tool.ts'

export const addProjectTool = defineTool('sites.create', {
  title: 'Add a website',
  description:
    'Start tracking a website; one that is there already is answered as it is, with created: false.\nUse it before add_keyword. Guests have one site.',
  input: z.strictObject({
    website: f.domain.describe('A bare host such as example.com; scheme and www are dropped'),
    name: f.line(1, 200).optional().describe('A label; the host by default'),
    ...locale,
  }),
  output: z.object({ project: siteRow, created: z.boolean() }),
  hints: { reads: false, idempotent: true, openWorld: false },
  aliases: { domain: 'website', url: 'website' },
  run: async ({ website, name = website, country, language }, context) => {
    const known = await siteOf(website, context)
    if (known) return { project: known, created: false }
    return context.call('sites.create', { body: { name, domain: website, ...given({ country, language }) } })
  },
})

/** The site of a host, whatever its label: an agent that asks twice means one site. */
async function siteOf(domain: string, { call }: ToolContext) {
  const { projects } = await call('sites.list', { query: {} })
  return projects.find((project) => project.domain === domain)
}

export const addKeywordTool = defineTool('keywords.create', {
  title: 'Track a keyword',
  description:
    'Track a phrase for a site; its first check starts at once, and rank_history has it soon after.\nOne that is tracked already is answered as it is, with created: false. Guests have two keywords.',
  input: z.strictObject({
    ...projectId,
    keyword: f.phrase.describe('The phrase as people type it'),
    ...locale,
  }),
  output: z.object({ keyword: keywordRow, created: z.boolean() }),
  hints: { reads: false, idempotent: true, openWorld: false },
  run: async ({ project_id, keyword, country, language }, context) => {
    const id = await siteIdOf(project_id, context)
    return context.call('keywords.create', { params: { id }, body: { keyword, ...given({ country, language }) } })
  },
})
