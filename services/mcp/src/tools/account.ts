import * as f from '@rts/shared/contract/fields'
import { siteRow } from '@rts/shared/contract/rows/site'
import { planSchema } from '@rts/shared/plans'
import { z } from 'zod'
import { pageOf, paging, projectId } from './fields.ts'
import { limitsRow } from './register.ts'
import { defineTool } from './tool.ts'

export const accountStatusTool = defineTool('accountStatus.get', {
  title: 'What this key can do',
  description:
    'Plan, limits and sites of this key, and for each tool whether it is open and what to do if not.\nCall it first, and whenever a tool is refused.',
  input: z.strictObject(paging),
  output: z.object({
    kind: z.enum(['guest', 'lasting']),
    plan: planSchema,
    expiresAt: f.timestamp.nullable(),
    sites: z.array(siteRow),
    ...f.paged,
    limits: limitsRow,
    tools: z.array(z.object({ name: z.string(), open: z.boolean(), reason: z.string().optional() })),
    signupUrl: z.string(),
  }),
  hints: { reads: true, idempotent: true, openWorld: false },
  list: 'sites',
  run: async (args, { call, appUrl, closedTools }) => {
    const [status, { projects, total, nextCursor }] = await Promise.all([
      call('accountStatus.get', {}),
      call('sites.list', { query: pageOf(args) }),
    ])
    const tools = closedTools(projects[0]?.domain).map(({ name, reason }) =>
      reason === null ? { name, open: true } : { name, open: false, reason },
    )
    return { ...status, sites: projects, total, nextCursor, tools, signupUrl: `${appUrl}/signup` }
  },
})

const nothingToKeep = 'There is no site to keep yet: call add_project before you show the link.'

export const requestLinkTool = defineTool('guestLinks.create', {
  title: 'Ask a person to keep the site',
  description:
    'A single-use link with which a person keeps the site and its history on their own plan: show it to them.\nUse it before the guest’s 48 hours end, or when a tool needs a plan that the person has.',
  input: z.strictObject({
    ...projectId,
    reason: f.line(1, 500).optional().describe('Shown to the person'),
  }),
  output: z.object({ url: z.string(), expiresAt: f.timestamp, message: z.string(), hint: z.string().optional() }),
  hints: { reads: false, idempotent: false, openWorld: false },
  run: async ({ project_id: id, reason }, { call }) => {
    if (id !== undefined) await call('sites.get', { params: { id } })
    const { total } = await call('sites.list', { query: { limit: 1 } })
    const { url, expiresAt } = await call('guestLinks.create', { body: reason === undefined ? {} : { reason } })
    const message = `Please open ${url} to keep this site: the page says what is kept and how to confirm. The link works until ${expiresAt}.`
    return { url, expiresAt, message, ...(total === 0 && { hint: nothingToKeep }) }
  },
})
