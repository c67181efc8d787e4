import { reports as t } from '../../../texts/reports.ts'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Columns, Muted } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { addressText } from '../../kit/words/address-text.ts'
import { figure, share } from '../../kit/words/figure.ts'
import { spanText } from '../../kit/words/time-text.ts'
import { type PartOf, PartPanel } from './part-panel.tsx'

type Part = PartOf<'searchConsole'>

/** Clicks and impressions as Google counts them, over the days that it has. */
export function SearchConsolePart({ part }: { part: Part }) {
  const { at, sandbox, startDate, endDate, clicks, impressions, before, days, pages, queries } = part
  const was = (of: 'clicks' | 'impressions') => ({ hint: t.was(figure(before?.[of] ?? null)) })
  return (
    <PartPanel title={t.parts.searchConsole} line={t.byGoogle(spanText(startDate, endDate))} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.clicks} figure={figure(clicks)} {...was('clicks')} />
        <Stat name={t.impressions} figure={figure(impressions)} {...was('impressions')} />
      </Stats>
      <ScoreChart
        label={t.clicks}
        days={days.map(({ day }) => Date.parse(day))}
        lines={[{ id: 'clicks', name: t.clicks, values: days.map((day) => day.clicks) }]}
      />
      <Columns>
        <div>
          <Muted>{t.queries}</Muted>
          <Table
            caption={t.queries}
            columns={queryColumns}
            rows={queries}
            rowId={({ query }) => query}
            empty={t.none}
          />
        </div>
        <div>
          <Muted>{t.pages}</Muted>
          <Table caption={t.pages} columns={pageColumns} rows={pages} rowId={({ page }) => page} empty={t.none} />
        </div>
      </Columns>
    </PartPanel>
  )
}

const queryColumns: Column<Part['queries'][number]>[] = [
  { head: t.query, cell: ({ query }) => query },
  { head: t.clicks, cell: ({ clicks }) => figure(clicks), figures: true, width: 70 },
  { head: t.googlePosition, cell: ({ position }) => figure(position, 1), figures: true, width: 70, priority: 2 },
]
const pageColumns: Column<Part['pages'][number]>[] = [
  { head: t.page, cell: ({ page }) => addressText(page) },
  { head: t.clicks, cell: ({ clicks }) => figure(clicks), figures: true, width: 70 },
  { head: t.impressions, cell: ({ impressions }) => figure(impressions), figures: true, width: 90, priority: 2 },
]

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
      <Table caption={t.prompts} columns={promptColumns} rows={rows} rowId={({ prompt }) => prompt} empty={t.none} />
    </PartPanel>
  )
}

const promptColumns: Column<Prompt>[] = [
  { head: t.prompt, cell: ({ prompt }) => prompt },
  { head: t.answers, cell: ({ answers }) => figure(answers), figures: true, width: 90 },
  shareColumn(t.mentioned, 'mentionRate'),
  shareColumn(t.cited, 'citationRate'),
  { ...shareColumn(t.share, 'shareOfVoice'), priority: 2 },
]

function shareColumn(head: string, name: keyof Prompt['intervals']): Column<Prompt> {
  return { head, cell: (prompt) => share(prompt[name], prompt.intervals[name]), figures: true, width: 120 }
}
