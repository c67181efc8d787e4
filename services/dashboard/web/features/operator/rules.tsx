import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { sentenceOf } from '../../api/send.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { LetIt } from './let-it.tsx'
import { Log } from './log.tsx'
import { type Rule, ruleNames } from './words.ts'

/** The rules in words, those that act by themselves, and the log. */
export function Rules({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const { role } = useAccount()
  const [letting, setLetting] = useState<Rule>()
  const params = { id: siteId }
  const set = async (rule: Rule['rule'], weeklyCap: number | null) => {
    await call('adviceRules.update', { params, body: { rule, weeklyCap } })
    await readAgain(queries, 'adviceRules.get')
  }
  const [failure, setFailure] = useState<string>()
  const ask = (rule: Rule['rule']) => {
    setFailure(undefined)
    set(rule, null).catch((error: unknown) => setFailure(sentenceOf(error)))
  }
  const columns = role === 'member' ? common : [...common, choiceColumn(setLetting, ask)]
  return (
    <Loaded query={read('adviceRules.get', { params })}>
      {({ rules, log }) => (
        <>
          <Panel
            title="Rules"
            line="Each card comes from one of these. None acts by itself unless an owner or admin lets it."
          >
            {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
            <Table caption="Rules" columns={columns} rows={rules} rowId={({ rule }) => rule} empty="" />
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
    head: 'Rule',
    cell: ({ rule, statement }) => (
      <>
        <b>{ruleNames[rule]}</b>
        <br />
        {statement}
      </>
    ),
  },
  { head: 'What it does', cell: stateOf },
]

function stateOf({ deed, weeklyCap, actedInWeek, allowedBy, problem }: Rule) {
  if (!deed) return 'shows a card'
  if (weeklyCap === null) return 'asks'
  return (
    <>
      acts: {actedInWeek} of {weeklyCap} in 7 days{allowedBy === null ? '' : `, allowed by ${allowedBy}`}
      {problem !== null && (
        <>
          <br />
          <Badge tone="warn">waits</Badge> {problem}
        </>
      )}
    </>
  )
}

function choiceColumn(onLet: (rule: Rule) => void, onAsk: (rule: Rule['rule']) => void): Column<Rule> {
  return {
    head: 'Let it',
    figures: true,
    hidden: true,
    cell: (rule) => {
      if (!rule.deed) return null
      const name = ruleNames[rule.rule]
      return rule.weeklyCap === null ? (
        <Button onClick={() => onLet(rule)} aria-label={`Let it: ${name}`}>
          Let it
        </Button>
      ) : (
        <Button onClick={() => onAsk(rule.rule)} aria-label={`Ask again: ${name}`}>
          Ask again
        </Button>
      )
    },
  }
}
