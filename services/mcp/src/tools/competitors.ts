import * as f from '@rts/shared/contract/fields'
import { competitorRow } from '@rts/shared/contract/rows/rank'
import { z } from 'zod'
import { projectId } from './fields.ts'
import { rankCompareTool } from './ranks.ts'
import { defineTool } from './tool.ts'

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
