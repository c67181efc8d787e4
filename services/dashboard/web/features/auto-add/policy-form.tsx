import { Link } from '@tanstack/react-router'
import { autoAdd as t } from '../../../texts/auto-add.ts'
import { useRights, Writes } from '../../api/account.tsx'
import { call, type InputOf, type OutputOf, readAgain } from '../../api/call.ts'
import { Choice } from '../../kit/form/choice.tsx'
import { Form, NumberField, TextField } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Ago, Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'

type Policy = OutputOf<'autoAdd.get'>['policy']
type Mode = InputOf<'autoAdd.update'>['body']['mode']

const modes = [
  { value: 'off', label: t.off },
  { value: 'propose', label: t.propose, hint: t.everyMondayPeopleDecide },
  {
    value: 'add',
    label: t.add,
    hint: t.addsTheBestMatches,
  },
]

/** The policy of a site. Members can change its topics only. */
export function PolicyForm({ siteId, note, policy }: { siteId: string; note: string | null; policy: Policy }) {
  const { manages } = useRights()
  const params = { id: siteId }
  const save = async ({ mode, perWeek, note: text = '' }: Record<string, string>) => {
    const wanted = text.trim() || null
    if (wanted !== note) await call('sites.update', { params, body: { autoAddPreference: wanted } })
    // safe because the form offers the modes alone
    if (mode) await call('autoAdd.update', { params, body: { mode: mode as Mode, perWeek: Number(perWeek) } })
    await readAgain('autoAdd.get', 'sites.get')
  }
  return (
    <>
      <State {...policy} />
      <Writes>
        <Form action={t.save} onSend={save}>
          {manages && (
            <>
              <Choice name="mode" label={t.autoAdd} options={modes} chosen={policy.mode} />
              <NumberField name="perWeek" label={t.maximumAddedPerWeek} min={1} max={50} value={policy.perWeek} />
            </>
          )}
          <TextField
            name="note"
            label={t.topicsLook}
            hint={t.forExample}
            rows={3}
            maxLength={1_000}
            required={false}
            defaultValue={note ?? ''}
          />
        </Form>
      </Writes>
    </>
  )
}

function State({ mode, perWeek, addedThisWeek, nextRunAt, lastRun }: Policy) {
  return (
    <>
      <p>
        {nextRunAt ? t.nextProposalsArriveOnMonday(<Day at={nextRunAt} />) : t.autoAddOff}
        {mode === 'add' && t.ofWereAddedThisWeek(addedThisWeek, perWeek)}
        {lastRun && <> {t.lastRun(<Ago at={lastRun.at} />, lastRun.proposed, lastRun.added)}</>}
      </p>
      {lastRun?.overLimit && (
        <Notice tone="warn">
          {t.yourPlanHasNoRoom} <Link to={pages.prices}>{t.seePlans}</Link>
        </Notice>
      )}
    </>
  )
}
