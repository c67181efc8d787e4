import { alerts as t } from '../../../texts/alerts.ts'
import { call, change, type OutputOf, read, readAgain } from '../../api/call.ts'
import { useAction } from '../../kit/action.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Options } from '../../kit/form/options.tsx'
import { Columns, Loaded, Muted, Panel, Row } from '../../kit/layout/page.tsx'

type Letters = OutputOf<'siteLetters.get'>['letters']
type Quiet = OutputOf<'alertSettings.get'>['settings']['quiet']

export function Emails({ siteId, quiet, timeZone }: { siteId: string; quiet: Quiet; timeZone: string }) {
  return (
    <Loaded query={read('siteLetters.get', { params: { id: siteId } })}>
      {({ letters }) => (
        <>
          {!letters.isAsked && <Ask siteId={siteId} />}
          <Columns>
            <Panel title={t.emails} line={t.emailsLine}>
              <Choose siteId={siteId} letters={letters} />
            </Panel>
            <Panel title={t.quiet} line={t.quietLine(timeZone)}>
              <QuietHours siteId={siteId} quiet={quiet} />
            </Panel>
          </Columns>
        </>
      )}
    </Loaded>
  )
}

function useChoice(siteId: string) {
  const { run, refused } = useAction()
  const choose = (body: { weekly?: boolean; alerts?: boolean }) =>
    run(() => change('siteLetters.update', { params: { id: siteId }, body }, 'siteLetters.get'))
  return { refused, choose }
}

/** Asks once; a choice of none is a choice. */
function Ask({ siteId }: { siteId: string }) {
  const { refused, choose } = useChoice(siteId)
  return (
    <Panel title={t.askTitle} line={t.askLine}>
      {refused}
      <Row>
        <Button look="primary" onClick={() => void choose({ weekly: true, alerts: true })}>
          {t.yes}
        </Button>
        <Button onClick={() => void choose({ alerts: true })}>{t.onlyAlerts}</Button>
        <Button look="quiet" onClick={() => void choose({})}>
          {t.no}
        </Button>
      </Row>
    </Panel>
  )
}

function Choose({ siteId, letters }: { siteId: string; letters: Letters }) {
  const { refused, choose } = useChoice(siteId)
  return (
    <>
      {refused}
      <Options
        label={t.emails}
        options={[
          {
            label: t.emailAlerts,
            hint: t.emailAlertsHint,
            checked: letters.alerts,
            onCheck: (alerts) => choose({ alerts }),
          },
          {
            label: t.emailWeekly,
            hint: t.emailWeeklyHint,
            checked: letters.weekly,
            onCheck: (weekly) => choose({ weekly }),
          },
        ]}
      />
    </>
  )
}

function QuietHours({ siteId, quiet }: { siteId: string; quiet: Quiet }) {
  const save = async (next: Quiet) => {
    await call('alertSettings.update', { params: { id: siteId }, body: { audience: 'me', quiet: next } })
    await readAgain('alertSettings.get')
  }
  return (
    <Form
      action={t.save}
      look="plain"
      onSend={({ from = '', until = '' }) => save({ from, until })}
      beside={
        quiet && (
          <Button look="quiet" onClick={() => void save(null)}>
            {t.noQuiet}
          </Button>
        )
      }
    >
      {!quiet && <Muted>{t.notQuiet}</Muted>}
      <Field name="from" label={t.from} type="time" required defaultValue={quiet?.from ?? '21:00'} />
      <Field name="until" label={t.until} type="time" required defaultValue={quiet?.until ?? '07:00'} />
    </Form>
  )
}
