import * as f from '@rts/shared/contract/fields'
import { competitorRow } from '@rts/shared/contract/rows/rank'
import { siteRow } from '@rts/shared/contract/rows/site'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { given, locale, projectId, siteIdOf } from './fields.ts'
import { rankCompareTool } from './ranks.ts'
import { limitedTo } from './rules/access.ts'
import { defineTool, type ToolContext } from './tool.ts'

export const addProjectTool = defineTool('sites.create', {
  title: 'Add a website',
  description:
    'Start tracking a website; one that is tracked is answered unchanged, with created false. Next: add_keyword. Guests have one site.',
  input: z.strictObject({
    website: f.domain.describe('Such as example.com'),
    name: f.name(200).optional().describe('A label; the host by default'),
    ...locale,
  }),
  output: z.object({ project: siteRow, created: z.boolean() }),
  hints: { reads: false, idempotent: true, openWorld: false },
  aliases: { domain: 'website', url: 'website' },
  addsSites: true,
  run: async ({ website, ...settings }, context) => {
    const limit = context.caller.siteIds
    if (limit !== null) return { project: await ownSite(website, limit.length, context), created: false }
    const body = { domain: website, byDomain: true as const, ...given(settings) }
    const { project, created } = await context.call('sites.create', { body })
    return { project, created }
  },
})

/** Throws `conflict` for a website outside the access's sites. */
async function ownSite(website: string, sites: number, { call }: ToolContext) {
  const { projects } = await call('sites.list', { query: { limit: 100 } })
  const site = projects.find(({ domain }) => domain === website)
  if (!site) throw new AppError('conflict', limitedTo(sites, projects[0]?.domain))
  return site
}

export const removeProjectTool = defineTool('sites.delete', {
  title: 'Remove the website',
  description:
    'Delete the guest’s site with its keywords and history, for good; another may be added then. Ask the person first.',
  input: z.strictObject(projectId),
  output: z.object({ ok: z.literal(true) }),
  hints: { reads: false, idempotent: true, openWorld: false, destroys: true },
  run: async ({ project_id }, context) => {
    const id = await siteIdOf(project_id, context)
    const { ok } = await context.call('sites.delete', { params: { id } })
    return { ok }
  },
})

export const competitorsTool = defineTool('competitors.list', {
  title: 'Competitors',
  description: 'The websites that a site is compared with.',
  input: z.strictObject(projectId),
  output: z.object({ rows: z.array(competitorRow), total: z.int() }),
  hints: { reads: true, idempotent: true, openWorld: false },
  run: async ({ project_id: id }, { call }) => {
    const { competitors } = await call('competitors.list', { params: { id } })
    return { rows: competitors, total: competitors.length }
  },
})

export const addCompetitorTool = defineTool('competitors.add', {
  title: 'Add a competitor',
  description: 'Compare a site with another website; its past comes from checks that were made already.',
  input: z.strictObject({ ...projectId, website: f.domain }),
  output: z.object({ competitor: competitorRow, created: z.boolean(), hint: z.string().optional() }),
  hints: { reads: false, idempotent: true, openWorld: false },
  aliases: { domain: 'website', url: 'website', competitor: 'website' },
  run: async ({ project_id: id, website: domain }, { call, closedTools }) => {
    const added = await call('competitors.add', { params: { id }, body: { domain } })
    const closed = closedTools(undefined).find(({ name }) => name === rankCompareTool.name)?.reason
    return closed
      ? {
          ...added,
          hint: `It is saved, and each check records its ranks; ${rankCompareTool.name} is closed. ${closed}`,
        }
      : added
  },
})
