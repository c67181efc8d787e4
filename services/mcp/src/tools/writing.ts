import * as f from '@rts/shared/contract/fields'
import { ideaKinds, ideaRow } from '@rts/shared/contract/rows/content'
import { z } from 'zod'
import { fieldsOf, given, locale, narrowPhrases, pageOf, paging, projectId, siteIdOf, withFields } from './fields.ts'
import { defineTool, reading } from './tool.ts'

const maxEvidence = 3

export const contentIdeasTool = defineTool('ideas.list', {
  title: 'Content ideas',
  description:
    'What to write or improve next, best first, with evidence from the site’s own data; kind question has what people ask. q: only about this.',
  input: z.strictObject({
    ...projectId,
    q: f.phrase.optional(),
    ...locale,
    kind: z.enum(ideaKinds).optional(),
    min_volume: narrowPhrases.min_volume,
    max_difficulty: narrowPhrases.max_difficulty,
    fields: fieldsOf(ideaRow),
    ...paging,
  }),
  output: z.object({
    ...f.collectState,
    rows: z.array(ideaRow.partial().required({ id: true, title: true })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id, fields, min_volume, max_difficulty, q, country, language, kind, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    const asked = given({ q, country, language, kind, minVolume: min_volume, maxDifficulty: max_difficulty })
    const { ideas, ...state } = await context.call('ideas.list', { params, query: { ...asked, ...pageOf(page) } })
    const rows = ideas.map(({ reasons: _reasons, ...idea }) => ({
      ...idea,
      evidence: idea.evidence.slice(0, maxEvidence),
    }))
    return { ...state, rows: withFields(rows, fields, ['id', 'title']) }
  },
})
