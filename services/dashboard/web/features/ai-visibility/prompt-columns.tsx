import { aiVisibility as t } from '../../../texts/ai-visibility.ts'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { ScoreSpark } from '../../kit/chart/rank-spark.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { sourceName } from '../collects/exports.ts'

export type Prompt = OutputOf<'prompts.list'>['prompts'][number]
type Run = Pick<Prompt['engines'][number], 'mentioned' | 'cited'>

export function promptColumns(engines: readonly string[]): DataColumn<Prompt>[] {
  return [
    textColumn('prompt', t.prompt, ({ prompt }) => prompt),
    textColumn('state', t.status, stateWord, { cell: stateOf, width: 108, priority: 2 }),
    rateColumn('mentioned', t.mentioned, ({ mentionRate }) => mentionRate),
    rateColumn('cited', t.cited, ({ citationRate }) => citationRate),
    {
      ...rateColumn('voice', t.shareOfVoice, ({ shareOfVoice }) => shareOfVoice),
      width: 112,
      priority: 2,
      extra: true,
    },
    textColumn('month', t.days30, ({ history }) => history.map(({ mentionRate }) => mentionRate ?? '').join(' '), {
      cell: ({ history }) => <ScoreSpark values={history.map(({ mentionRate }) => mentionRate)} />,
      order: ({ mentionRate }) => mentionRate,
      downFirst: true,
      width: 112,
      priority: 2,
    }),
    ...engines.map((engine, i) => engineColumn(engine, i)),
  ]
}

function rateColumn(id: string, head: string, rate: (prompt: Prompt) => number | null): DataColumn<Prompt> {
  const cell = (prompt: Prompt) => percent(rate(prompt))
  return figureColumn(id, head, rate, { cell, width: 92 })
}

function percent(rate: number | null): string {
  return rate === null ? '–' : `${figure(rate * 100)} %`
}

function engineColumn(engine: string, i: number): DataColumn<Prompt> {
  return textColumn(`engine-${engine}`, sourceName(engine), ({ engines }) => wordOf(engines[i]), {
    cell: ({ engines }) => <Seen run={engines[i]} />,
    width: 96,
    priority: 3,
  })
}

/** A failed run is a gap, and never a no. */
function Seen({ run }: { run: Prompt['engines'][number] | undefined }) {
  if (!run || run.status === 'queued') return '–'
  if (run.status === 'failed') return <Badge tone="warn">{t.failed}</Badge>
  return <SeenIn run={run} />
}

function wordOf(run: Prompt['engines'][number] | undefined): string | null {
  if (!run || run.status === 'queued') return null
  return run.status === 'failed' ? t.failed : seenWord(run)
}

export function SeenIn({ run }: { run: Run }) {
  return <Badge tone={run.cited || run.mentioned ? 'good' : 'plain'}>{seenWord(run)}</Badge>
}

function seenWord({ cited, mentioned }: Run): string {
  if (cited) return t.citedLower
  return mentioned ? t.mentionedLower : t.no
}

function stateOf(prompt: Prompt) {
  const tone = prompt.status === 'active' ? 'good' : 'plain'
  return <Badge tone={prompt.frozen ? 'warn' : tone}>{stateWord(prompt)}</Badge>
}

function stateWord({ status, frozen }: Prompt): string {
  if (frozen) return t.overTheLimit
  return status === 'active' ? t.askedDaily : status
}
