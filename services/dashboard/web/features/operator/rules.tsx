import { useState } from 'react'
import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { useRights } from '../../api/account.tsx'
import { change, read } from '../../api/call.ts'
import { useAction } from '../../kit/action.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Form, NumberField } from '../../kit/form/form.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { type Rule, ruleNames } from './decisions.ts'
import { Log } from './log.tsx'

export function Rules({ siteId }: { siteId: string }) {
  const { manages } = useRights()
  const [letting, setLetting] = useState<Rule>()
  const params = { id: siteId }
  const set = (rule: Rule['rule'], weeklyCap: number | null) =>
    change('adviceRules.update', { params, body: { rule, weeklyCap } }, 'adviceRules.get')
  const { run, refused } = useAction()
  const ask = (rule: Rule['rule']) => void run(() => set(rule, null))
  const columns = !manages ? common : [...common, choiceColumn(setLetting, ask)]
  return (
    <Loaded query={read('adviceRules.get', { params })}>
      {({ rules, log }) => (
        <>
          <Panel title={t.rules} line={t.eachCardComesFromOne}>
            {refused}
            <Table caption={t.rules} columns={columns} rows={rules} rowId={({ rule }) => rule} />
          </Panel>
          <Log siteId={siteId} log={log} />
          <LetIt rule={letting} onClose={() => setLetting(undefined)} onLet={set} />
        </>
      )}
    </Loaded>
  )
}

const common: Column<Rule>[] = [
  {
    head: t.rule,
    cell: ({ rule, statement }) => (
      <>
        <b>{ruleNames[rule]}</b>
        <br />
        {said(statement)}
      </>
    ),
  },
  { head: t.action, cell: stateOf },
]

function stateOf({ action, weeklyCap, actedInWeek, allowedBy, problem }: Rule) {
  if (!action) return t.showsACard
  if (weeklyCap === null) return t.asks
  return (
    <>
      {t.acts7Days(actedInWeek, weeklyCap, allowedBy)}
      {problem !== null && (
        <>
          <br />
          <Badge tone="warn">{t.waiting}</Badge> {problem}
        </>
      )}
    </>
  )
}

function choiceColumn(onLet: (rule: Rule) => void, onAsk: (rule: Rule['rule']) => void): Column<Rule> {
  return buttonColumn(t.automation, (rule) => {
    if (!rule.action) return null
    const name = ruleNames[rule.rule]
    return rule.weeklyCap === null ? (
      <Button onClick={() => onLet(rule)} aria-label={t.automateNamed(name)}>
        {t.automate}
      </Button>
    ) : (
      <Button onClick={() => onAsk(rule.rule)} aria-label={t.stopAutomatingNamed(name)}>
        {t.stop}
      </Button>
    )
  })
}

type LetItProps = {
  rule: Rule | undefined
  onClose(): void
  onLet(rule: Rule['rule'], weeklyCap: number): Promise<unknown>
}

function LetIt({ rule, onClose, onLet }: LetItProps) {
  const name = rule ? ruleNames[rule.rule] : ''
  return (
    <Dialog title={t.automateNamed(name)} open={rule !== undefined} onClose={onClose}>
      {rule?.action && (
        <Form
          action={t.automate}
          onSend={async ({ weeklyCap }) => {
            await onLet(rule.rule, Number(weeklyCap))
            onClose()
          }}
          beside={
            <Button look="quiet" onClick={onClose}>
              {t.cancel}
            </Button>
          }
        >
          <p>{t.automatically[rule.action]}</p>
          <NumberField name="weeklyCap" label={t.maximum7Days} min={1} max={20} value={3} />
        </Form>
      )}
    </Dialog>
  )
}
