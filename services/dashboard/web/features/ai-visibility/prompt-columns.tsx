import { aiVisibility as t } from '../../../texts/ai-visibility.ts'
import type { OutputOf } from '../../api/call.ts'
import { ScoreSpark } from '../../kit/chart/rank-spark.tsx'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { share } from '../../kit/words/figure.ts'
import { dayMs } from '../../kit/words/time-text.ts'
import { sourceName } from '../collects/exports.ts'

export type Prompt = OutputOf<'prompts.list'>['prompts'][number]
/** Fewer answers show no share, as in the rows. */
const fewestAnswers = 10
type Run = Pick<Prompt['engines'][number], 'mentioned' | 'cited'>

export function promptColumns(engines: readonly string[]): DataColumn<Prompt>[] {
  return [
    textColumn('prompt', t.prompt, ({ prompt }) => prompt),
    textColumn('state', t.status, stateWord, { cell: stateOf, width: 108, priority: 2 }),
    figureColumn('answers', t.answers, ({ answers }) => answers, { width: 84, priority: 2 }),
    rateColumn('mentioned', t.mentioned, 'mentionRate'),
    rateColumn('cited', t.cited, 'citationRate'),
    { ...rateColumn('voice', t.shareOfVoice, 'shareOfVoice'), priority: 2, extra: true },
    figureColumn('names', t.names, ({ names }) => names, { priority: 3, extra: true }),
    textColumn('month', t.days28, ({ history }) => weeksOf(history).join(' '), {
      cell: ({ history }) => <ScoreSpark values={weeksOf(history)} />,
      order: ({ mentionRate }) => mentionRate,
      downFirst: true,
      width: 112,
      priority: 2,
    }),
    ...engines.map((engine, i) => engineColumn(engine, i)),
  ]
}

function rateColumn(id: string, head: string, name: keyof Prompt['intervals']): DataColumn<Prompt> {
  const rate = (prompt: Prompt) => prompt[name]
  const cell = (prompt: Prompt) => share(rate(prompt), prompt.intervals[name])
  const filed = [
    { head, value: rate },
    { head: t.min(head), value: ({ intervals }: Prompt) => intervals[name]?.low ?? null },
    { head: t.max(head), value: ({ intervals }: Prompt) => intervals[name]?.high ?? null },
  ]
  return figureColumn(id, head, rate, { cell, filed, width: 124 })
}

/** The share of answers that name the site, over the seven days until each round; null below ten answers. */
function weeksOf(history: Prompt['history']): (number | null)[] {
  return history.map(({ checkedAt: until }) => {
    const after = Date.parse(until) - 7 * dayMs
    const week = history.filter(({ checkedAt }) => Date.parse(checkedAt) > after && checkedAt <= until)
    const sumOf = (count: 'answers' | 'mentioned') => week.reduce((sum, round) => sum + round[count], 0)
    return sumOf('answers') < fewestAnswers ? null : sumOf('mentioned') / sumOf('answers')
  })
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
