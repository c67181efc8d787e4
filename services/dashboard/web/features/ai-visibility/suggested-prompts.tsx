import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Refused } from '../../kit/refused.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { doSoon, useUndo } from '../../kit/undo.ts'
import { Day } from '../../kit/words/time.tsx'

type Suggestion = OutputOf<'promptSuggestions.list'>['suggestions'][number]

/** Questions that people ask about the tracked keywords: one click makes a prompt of each, another hides it for good. */
export function SuggestedPrompts({ siteId }: { siteId: string }) {
  const { track, dismiss, asked, error } = useDeedsOf(siteId)
  const { hidden } = useUndo()
  const buttons: Column<Suggestion> = {
    head: 'What to do',
    hidden: true,
    figures: true,
    cell: ({ question }) => (
      <Row>
        <Button busy={asked === question} onClick={() => track(question)} aria-label={`Track it: ${question}`}>
          Track it
        </Button>
        <Button look="quiet" onClick={() => dismiss(question)} aria-label={`Dismiss: ${question}`}>
          Dismiss
        </Button>
      </Row>
    ),
  }
  return (
    <Panel title="Suggested prompts" line="What people ask, as the results pages of your keywords show it.">
      {error && <Refused error={error} />}
      <Loaded query={read('promptSuggestions.list', { params: { id: siteId } })}>
        {({ suggestions }) => (
          <Table
            caption="Suggested prompts"
            columns={[...columns, buttons]}
            rows={suggestions.filter(({ question }) => !hidden.has(question))}
            rowId={({ question }) => question}
            empty="No question was seen on the results pages of your keywords."
          />
        )}
      </Loaded>
    </Panel>
  )
}

/** What can be done with a suggested question. */
function useDeedsOf(siteId: string) {
  const queries = useQueryClient()
  const params = { id: siteId }
  const again = () => readAgain(queries, 'promptSuggestions.list', 'prompts.list')
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (prompt: string) => call('prompts.create', { params, body: { prompt, source: 'suggested' } }),
    onSuccess: again,
  })
  const dismiss = (question: string) =>
    doSoon({
      text: 'The question is suggested no more.',
      ids: [question],
      async commit(isLeaving) {
        await call('promptSuggestions.delete', { params, body: { question } }, { keepalive: isLeaving })
        await again()
      },
    })
  return { track: mutate, dismiss, asked: isPending ? variables : undefined, error }
}

const columns: Column<Suggestion>[] = [
  { head: 'Question', cell: ({ question }) => question },
  {
    head: 'Asked with',
    cell: ({ keywords, count }) => `${keywords.slice(0, 2).join(', ')}${count > 2 ? ` and ${count - 2} more` : ''}`,
    priority: 2,
  },
  { head: 'Seen', cell: ({ seenAt }) => <Day at={seenAt} />, priority: 2 },
]
