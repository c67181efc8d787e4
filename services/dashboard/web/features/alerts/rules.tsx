import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { alertNotes, alertRules, alerts as t } from '../../../texts/alerts.ts'
import { change, type OutputOf, read } from '../../api/call.ts'
import { useAction } from '../../kit/action.tsx'
import { Button } from '../../kit/button.tsx'
import { Options } from '../../kit/form/options.tsx'
import { Muted, Row, Stack } from '../../kit/layout/page.tsx'
import { CellCheck, CellNumber } from '../../kit/table/cell-fields.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'

type Settings = OutputOf<'alertSettings.get'>['settings']
type Rule = Settings['mine'][number]
type Preview = OutputOf<'alertPreview.get'>
type RulesProps = { siteId: string; audience: 'me' | 'channels'; rules: readonly Rule[] }

/** The rules of a person or of the channels, with how often each would have raised something. */
export function Rules({ siteId, audience, rules }: RulesProps) {
  const [changed, setChanged] = useState<readonly Rule[]>()
  const { run, refused } = useAction()
  const shown = changed ?? rules
  const body = { rules: useDeferredValue(shown).map(({ rule, isOn, threshold }) => ({ rule, isOn, threshold })) }
  const params = { id: siteId }
  const { data } = useQuery({ ...read('alertPreview.get', { params, body }), placeholderData: keepPreviousData })
  const alter = (rule: Rule['rule'], next: Partial<Rule>) =>
    setChanged(shown.map((each) => (each.rule === rule ? { ...each, ...next } : each)))
  const save = async () => {
    await change('alertSettings.update', { params, body: { audience, rules: body.rules } }, 'alertSettings.get')
    setChanged(undefined)
  }
  return (
    <Stack>
      <Table
        caption={audience === 'me' ? t.myRules : t.channelRules}
        columns={columnsOf(data, alter)}
        rows={shown}
        rowId={({ rule }) => rule}
      />
      {data && data.missing.length > 0 && (
        <Muted>{t.notCounted(data.missing.map((rule) => alertRules[rule]).join(', '))}</Muted>
      )}
      {refused}
      <Row>
        <Button look="primary" disabled={changed === undefined} onClick={() => void run(save)}>
          {t.save}
        </Button>
        <span role="status">{data ? t.preview(data.alerts) : t.previewing}</span>
      </Row>
    </Stack>
  )
}

function columnsOf(
  preview: Preview | undefined,
  alter: (rule: Rule['rule'], next: Partial<Rule>) => void,
): Column<Rule>[] {
  return [
    {
      head: t.rule,
      cell: ({ rule }) => (
        <>
          <b>{alertRules[rule]}</b>
          {alertNotes[rule] && (
            <>
              <br />
              <Muted>{alertNotes[rule]}</Muted>
            </>
          )}
        </>
      ),
    },
    {
      head: t.threshold,
      cell: ({ rule, isOn, threshold, min, max }) =>
        threshold !== null && (
          <CellNumber
            label={t.thresholdOf(alertRules[rule] ?? rule)}
            value={threshold}
            min={min}
            max={max}
            disabled={!isOn}
            onNumber={(next) => alter(rule, { threshold: next })}
          />
        ),
    },
    {
      head: t.in30Days,
      figures: true,
      cell: ({ rule, isOn }) => {
        const counted = preview?.byRule.find((each) => each.rule === rule)
        return isOn && counted ? t.ofRule(counted.alerts) : '–'
      },
    },
    {
      head: t.on,
      figures: true,
      cell: ({ rule, isOn }) => (
        <CellCheck
          label={alertRules[rule] ?? rule}
          checked={isOn}
          onCheck={(checked) => alter(rule, { isOn: checked })}
        />
      ),
    },
  ]
}

/** Alerts to the webhooks, Slack and Discord of a site: whether, and by which rules. */
export function Channels({ siteId, settings }: { siteId: string; settings: Settings }) {
  const { run, refused } = useAction()
  const option = {
    label: t.channelsOn,
    hint: t.channelsLine,
    checked: settings.channelsOn,
    onCheck: (channelsOn: boolean) =>
      run(() =>
        change(
          'alertSettings.update',
          { params: { id: siteId }, body: { audience: 'channels', channelsOn } },
          'alertSettings.get',
        ),
      ),
  }
  return (
    <Stack>
      {refused}
      <Options label={t.channelRules} options={[option]} />
      <Rules siteId={siteId} audience="channels" rules={settings.channels} />
    </Stack>
  )
}
