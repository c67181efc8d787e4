import { reports as t } from '../../../texts/reports.ts'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.tsx'
import type { PartOf } from './document.ts'
import { PartPanel } from './part-panel.tsx'

type Prompt = PartOf<'ai'>['rows'][number]

/** How often AI engines name the site when they are asked these questions. */
export function AiPart({ part }: { part: PartOf<'ai'> }) {
  const { at, sandbox, prompts, mentionRate, citationRate, rows } = part
  return (
    <PartPanel title={t.parts.ai} line={t.aiLine} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.prompts} figure={figure(prompts)} />
        <Stat name={t.mentioned} figure={percent(mentionRate)} />
        <Stat name={t.cited} figure={percent(citationRate)} />
      </Stats>
      <Table caption={t.prompts} columns={columns} rows={rows} rowId={({ prompt }) => prompt} empty={t.none} />
    </PartPanel>
  )
}

const columns: Column<Prompt>[] = [
  { head: t.prompt, cell: ({ prompt }) => prompt },
  { head: t.mentioned, cell: ({ mentionRate }) => percent(mentionRate), figures: true, width: 90 },
  { head: t.cited, cell: ({ citationRate }) => percent(citationRate), figures: true, width: 90 },
  { head: t.share, cell: ({ shareOfVoice }) => percent(shareOfVoice), figures: true, width: 110, priority: 2 },
]

function percent(rate: number | null): string {
  return rate === null ? '–' : `${figure(rate * 100)} %`
}
