import { useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { Collected } from '../../ui/collected.tsx'
import { Field } from '../../ui/field.tsx'
import { figure } from '../../ui/figure.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { SiteFrame } from './site-frame.tsx'

type Prompt = OutputOf<'prompts.list'>['prompts'][number]
type Run = Prompt['engines'][number]

/** What AI engines say when they are asked: whether they name the site, and whether they cite it. */
export function AiVisibility() {
  const siteId = useSiteId()
  const queries = useQueryClient()
  return (
    <SiteFrame siteId={siteId} title="AI visibility">
      <Panel title="Prompts" line="Each engine is asked once a day.">
        <Collected
          query={read('prompts.list', { params: { id: siteId }, query: {} })}
          isPlayed={({ prompts }) => prompts.some(({ engines }) => engines.some(({ sandbox }) => sandbox))}
        >
          {({ prompts }) => (
            <Table
              caption="Prompts"
              columns={[...own, ...(prompts[0]?.engines.map(({ engine }) => engineColumn(engine)) ?? [])]}
              rows={prompts}
              rowId={({ id }) => id}
              empty="No prompt is tracked yet. Ask what a customer would ask."
            />
          )}
        </Collected>
      </Panel>
      <Panel title="Add a prompt">
        <Form
          action="Track it"
          onSend={async ({ prompt = '' }) => {
            await call('prompts.create', { params: { id: siteId }, body: { prompt } })
            await queries.invalidateQueries({ queryKey: ['prompts.list'] })
          }}
        >
          <Field name="prompt" label="Prompt" placeholder="Which moka pot should I buy?" required maxLength={500} />
        </Form>
      </Panel>
    </SiteFrame>
  )
}

const own: Column<Prompt>[] = [
  { head: 'Prompt', cell: ({ prompt }) => prompt },
  { head: 'Mentioned', cell: ({ mentionRate }) => rate(mentionRate), figures: true },
  { head: 'Cited', cell: ({ citationRate }) => rate(citationRate), figures: true },
]

function engineColumn(engine: string): Column<Prompt> {
  return { head: engine, cell: ({ engines }) => seen(engines.find((run) => run.engine === engine)), wide: true }
}

/** A failed run is a gap, and never a no. */
function seen(run: Run | undefined) {
  if (!run || run.status === 'queued') return '–'
  if (run.status === 'failed') return <Badge tone="warn">failed</Badge>
  if (run.cited) return <Badge tone="good">cited</Badge>
  return run.mentioned ? <Badge tone="good">named</Badge> : <Badge>no</Badge>
}

function rate(share: number | null): string {
  return share === null ? '–' : `${figure(share * 100)} %`
}
