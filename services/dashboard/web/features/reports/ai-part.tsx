import { reports as t } from '../../../texts/reports.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure, share } from '../../kit/words/figure.ts'
import type { PartOf } from './document.ts'
import { PartPanel } from './part-panel.tsx'

type Prompt = PartOf<'ai'>['rows'][number]

/** How often AI engines name the site when they are asked these questions. */
export function AiPart({ part }: { part: PartOf<'ai'> }) {
  const { at, sandbox, prompts, answers, mentionRate, citationRate, rows } = part
  const hint = t.ofAnswers(answers)
  return (
    <PartPanel title={t.parts.ai} line={t.aiLine} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.prompts} figure={figure(prompts)} />
        <Stat name={t.mentioned} figure={share(mentionRate, null)} hint={hint} />
        <Stat name={t.cited} figure={share(citationRate, null)} hint={hint} />
      </Stats>
      <Table caption={t.prompts} columns={columns} rows={rows} rowId={({ prompt }) => prompt} empty={t.none} />
    </PartPanel>
  )
}

const columns: Column<Prompt>[] = [
  { head: t.prompt, cell: ({ prompt }) => prompt },
  { head: t.answers, cell: ({ answers }) => figure(answers), figures: true, width: 90 },
  shareColumn(t.mentioned, 'mentionRate'),
  shareColumn(t.cited, 'citationRate'),
  { ...shareColumn(t.share, 'shareOfVoice'), priority: 2 },
]

function shareColumn(head: string, name: keyof Prompt['intervals']): Column<Prompt> {
  return { head, cell: (prompt) => share(prompt[name], prompt.intervals[name]), figures: true, width: 120 }
}
