import { useMutation } from '@tanstack/react-query'
import { aiVisibility as t } from '../../../texts/ai-visibility.ts'
import { useRights } from '../../api/account.tsx'
import { call, type OutputOf, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded, Panel, Row } from '../../kit/layout/page.tsx'
import { Refused } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { doSoon, useUndo } from '../../kit/undo.tsx'
import { Day } from '../../kit/words/time.tsx'

type Suggestion = OutputOf<'promptSuggestions.list'>['suggestions'][number]

/** Questions of people about the tracked keywords: track one, or dismiss it for good. */
export function SuggestedPrompts({ siteId }: { siteId: string }) {
  const { track, dismiss, asked, error } = useActionsOn(siteId)
  const { hidden } = useUndo()
  const { writes } = useRights()
  const buttons = buttonColumn<Suggestion>(t.actions, ({ question }) => (
    <Row>
      <Button busy={asked === question} onClick={() => track(question)} aria-label={t.trackItNamed(question)}>
        {t.track}
      </Button>
      <Button look="quiet" onClick={() => dismiss(question)} aria-label={t.dismissNamed(question)}>
        {t.dismiss}
      </Button>
    </Row>
  ))
  return (
    <Panel title={t.suggestedPrompts} line={t.questionsFromTheResultsPages}>
      {error && <Refused error={error} />}
      <Loaded query={read('promptSuggestions.list', { params: { id: siteId } })}>
        {({ suggestions }) => (
          <Table
            caption={t.suggestedPrompts}
            columns={writes ? [...columns, buttons] : columns}
            rows={suggestions.filter(({ question }) => !hidden.has(question))}
            rowId={({ question }) => question}
            empty={t.noQuestionsWereSeen}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function useActionsOn(siteId: string) {
  const params = { id: siteId }
  const again = () => readAgain('promptSuggestions.list', 'prompts.list')
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (prompt: string) => call('prompts.create', { params, body: { prompt, source: 'suggested' } }),
    onSuccess: again,
  })
  const dismiss = (question: string) =>
    doSoon({
      text: t.questionDismissed,
      ids: [question],
      async commit() {
        await call('promptSuggestions.delete', { params, body: { question } }, { keepalive: true })
        await again()
      },
    })
  return { track: mutate, dismiss, asked: isPending ? variables : undefined, error }
}

const columns: Column<Suggestion>[] = [
  { head: t.question, cell: ({ question }) => question },
  {
    head: t.seenFor,
    cell: ({ keywords, count }) => `${keywords.slice(0, 2).join(', ')}${count > 2 ? t.andMore(count - 2) : ''}`,
    priority: 2,
  },
  { head: t.seen, cell: ({ seenAt }) => <Day at={seenAt} />, priority: 2 },
]
