import * as f from '@rts/shared/contract/fields'
import { engineMentions, mentionFilters, type PromptRow, promptRow } from '@rts/shared/contract/rows/prompt'
import { z } from 'zod'
import { fieldsOf, given, pageOf, paging, projectId, siteIdOf, withFields } from './fields.ts'
import { defineTool, reading } from './tool.ts'

const engineRow = promptRow.shape.engines.element
const answer = engineRow.omit({ citations: true, model: true })
const citation = engineRow.shape.citations.element.extend({ engine: z.string() })
const row = promptRow.extend({ engines: z.array(answer), citations: z.array(citation) })
const maxCitations = 10
const maxDays = 30

export const aiVisibilityTool = defineTool('prompts.list', {
  title: 'AI visibility',
  description:
    'Do AI engines name and cite the site: summary counts the last answers by engine (openai is ChatGPT’s), rows are the prompts, filter counts any one engine; rates: 28 days, null below ten answers; citations and history when asked for. People add prompts in the dashboard.',
  input: z.strictObject({
    ...projectId,
    query: f.line(1, 200).optional(),
    engine: f.line(1, 50).optional(),
    filter: z.enum(mentionFilters).optional(),
    fields: fieldsOf(row),
    ...paging,
  }),
  output: z.object({
    ...f.collectState,
    summary: z.array(engineMentions),
    rows: z.array(row.partial().required({ id: true, prompt: true })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id, query: part, engine, filter, fields, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    const query = { counted: true as const, ...given({ part, engine, filter }), ...pageOf(page) }
    const { prompts, summary = [], ...list } = await context.call('prompts.list', { params, query })
    const rows = withFields(prompts.map(toRow), fields, ['id', 'prompt'], ['citations', 'history'])
    return { ...list, summary, rows }
  },
})

function toRow({ engines, history, ...prompt }: PromptRow): z.output<typeof row> {
  return {
    ...prompt,
    engines: engines.map(({ citations: _citations, model: _model, ...each }) => each),
    citations: engines.flatMap(({ engine, citations }) =>
      citations.slice(0, maxCitations).map((each) => ({ ...each, engine })),
    ),
    history: history.slice(-maxDays),
  }
}
