import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account.ts'
import { call, type InputOf, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Choice } from '../../kit/form/choice.tsx'
import { NumberField, TextField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Ago, Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'

type Policy = OutputOf<'autoAdd.get'>['policy']
type Mode = InputOf<'autoAdd.update'>['body']['mode']

const modes = [
  { value: 'off', label: 'Off' },
  { value: 'propose', label: 'Propose', hint: 'Each Monday; people decide.' },
  {
    value: 'add',
    label: 'Add',
    hint: 'The best that are about the note, up to a number a week; people decide on the others.',
  },
]

/** What a site wants, in words and in numbers. Who does not manage the account changes the words alone. */
export function PolicyForm({ siteId, note, policy }: { siteId: string; note: string | null; policy: Policy }) {
  const queries = useQueryClient()
  const { role } = useAccount()
  const params = { id: siteId }
  const save = async ({ mode, perWeek, note: text = '' }: Record<string, string>) => {
    const wanted = text.trim() || null
    if (wanted !== note) await call('sites.update', { params, body: { autoAddPreference: wanted } })
    // safe because the form offers the modes alone
    if (mode) await call('autoAdd.update', { params, body: { mode: mode as Mode, perWeek: Number(perWeek) } })
    await readAgain(queries, 'autoAdd.get', 'sites.get')
  }
  return (
    <>
      <State {...policy} />
      <Form action="Save" onSend={save}>
        {role !== 'member' && (
          <>
            <Choice name="mode" label="Auto-add" options={modes} chosen={policy.mode} />
            <NumberField name="perWeek" label="Added a week, at most" min={1} max={50} value={policy.perWeek} />
          </>
        )}
        <TextField
          name="note"
          label="Topics to look for"
          hint="For example: espresso machines and grinders for offices. Empty: any topic."
          rows={3}
          maxLength={1_000}
          required={false}
          defaultValue={note ?? ''}
        />
      </Form>
    </>
  )
}

/** When it ran, what came of it, and when it runs next. */
function State({ mode, perWeek, addedThisWeek, nextRunAt, lastRun }: Policy) {
  return (
    <>
      <p>
        {nextRunAt ? (
          <>
            The next proposals come on Monday, <Day at={nextRunAt} />.
          </>
        ) : (
          'Auto-add is off.'
        )}
        {mode === 'add' && ` ${addedThisWeek} of ${perWeek} were added this week.`}
        {lastRun && (
          <>
            {' '}
            The last run, <Ago at={lastRun.at} />: {lastRun.proposed} proposed, {lastRun.added} added.
          </>
        )}
      </p>
      {lastRun?.overLimit && (
        <Notice tone="warn">
          Your plan has no room for all of them; the rest stay proposed. <Link to={pages.prices}>See the plans</Link>
        </Notice>
      )}
    </>
  )
}
