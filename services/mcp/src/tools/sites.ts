import * as f from '@rts/shared/contract/fields'
import { keywordRow } from '@rts/shared/contract/rows/keyword'
import { siteRow } from '@rts/shared/contract/rows/site'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { limitedTo } from '../domain/access.ts'
import { given, locale, projectId } from './fields.ts'
import { defineTool, type ToolContext } from './tool.ts'

export const addProjectTool = defineTool('sites.add', {
  title: 'Add a website',
  description:
    'Start tracking a website; an existing one is answered unchanged, with created: false.\nUse it before add_keyword. Guests have one site.',
  input: z.strictObject({
    website: f.domain.describe('A bare host such as example.com; scheme and www are dropped'),
    name: f.line(1, 200).optional().describe('A label; the host by default'),
    ...locale,
  }),
  output: z.object({ project: siteRow, created: z.boolean() }),
  hints: { reads: false, idempotent: true, openWorld: false },
  aliases: { domain: 'website', url: 'website' },
  addsSites: true,
  run: async ({ website, ...settings }, context) => {
    if (context.caller.siteId !== null) return { project: await ownSite(website, context), created: false }
    return context.call('sites.add', { body: { domain: website, ...given(settings) } })
  },
})

/** The site of a key that is limited to one. Throws `conflict` for another website. */
async function ownSite(website: string, { call }: ToolContext) {
  const { projects } = await call('sites.list', { query: { limit: 1 } })
  const [site] = projects
  if (site?.domain !== website) throw new AppError('conflict', limitedTo(site?.domain))
  return site
}

/** Most checks take a few seconds, ordered pages some minutes. */
const retryAfterSeconds = 15

export const addKeywordTool = defineTool('keywords.create', {
  title: 'Track a keyword',
  description:
    'Track a phrase for a site; its first check starts at once. While lastCheck is queued, call keyword_positions after retryAfterSeconds.\nA tracked phrase is answered unchanged, with created: false. Guests have two keywords.',
  input: z.strictObject({
    ...projectId,
    keyword: f.phrase.describe('The phrase as people type it'),
    ...locale,
  }),
  output: z.object({ keyword: keywordRow, created: z.boolean(), retryAfterSeconds: z.int().optional() }),
  hints: { reads: false, idempotent: true, openWorld: false },
  run: async ({ project_id: id, keyword, country, language }, context) => {
    const body = { keyword, ...given({ country, language }) }
    const added = await context.call('keywords.create', { params: { id }, body })
    return added.keyword.lastCheck?.status === 'queued' ? { ...added, retryAfterSeconds } : added
  },
})
