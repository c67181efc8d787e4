import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { writing as t } from '../../../texts/writing.ts'
import { useRights, Writes } from '../../api/account.tsx'
import { change, read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form, TextField } from '../../kit/form/form.tsx'
import { Loaded } from '../../kit/layout/page.tsx'
import { Calendar, CalendarEntry } from '../../kit/layout/planning.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { askWhile, isUnderWay, Making } from './making.tsx'
import { Months, monthName, monthsFrom } from './months.tsx'
import { type Plan, PlanSheet } from './plan-sheet.tsx'

const route = getRouteApi(`/inside${pages.plans}`)

export function Plans() {
  const { siteId } = route.useParams()
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: pages.plans })
  const [month, setMonth] = useState<string>()
  const { writes } = useRights()
  const query = read('plans.list', { params: { id: siteId }, query: { limit: 200 } })
  useQuery({ ...query, refetchInterval: ({ state }) => askWhile(state.data?.plans.some(isUnderWay) ?? false) })
  const months = monthsFrom(new Date())
  const show = (id: string | undefined) => void navigate({ search: { open: id } })
  const add = (
    <Writes>
      <Button look="primary" onClick={() => setMonth(months[0])}>
        {t.planATopic}
      </Button>
    </Writes>
  )
  return (
    <SiteFrame siteId={siteId} title={t.contentPlan} actions={add}>
      <Loaded query={query}>
        {({ plans, total }) => (
          <>
            <Calendar>
              {monthsOf(plans, months).map((one) => (
                <Month
                  key={one}
                  month={one}
                  plans={plans.filter(({ publishOn }) => publishOn === one)}
                  onAdd={writes && months.includes(one) ? () => setMonth(one) : undefined}
                  onOpen={show}
                />
              ))}
            </Calendar>
            <FirstRows shown={plans.length} total={total} />
            <Opened siteId={siteId} plan={plans.find(({ id }) => id === open)} onClose={() => show(undefined)} />
          </>
        )}
      </Loaded>
      <AddPlan siteId={siteId} month={month} months={months} onClose={() => setMonth(undefined)} />
    </SiteFrame>
  )
}

function Opened({ siteId, plan, onClose }: { siteId: string; plan: Plan | undefined; onClose(): void }) {
  return (
    <Dialog title={plan?.q ?? ''} side="right" open={plan !== undefined} onClose={onClose}>
      {plan && <PlanSheet key={plan.id} siteId={siteId} plan={plan} onGone={onClose} />}
    </Dialog>
  )
}

/** Past months are included if they have plans. */
function monthsOf(plans: readonly Plan[], months: readonly string[]): string[] {
  return [...new Set([...plans.map(({ publishOn }) => publishOn), ...months])].sort()
}

type MonthProps = {
  month: string
  plans: readonly Plan[]
  onAdd: (() => void) | undefined
  onOpen(id: string): void
}

function Month({ month, plans, onAdd, onOpen }: MonthProps) {
  const name = monthName(month)
  const add = onAdd && (
    <Button look="quiet" onClick={onAdd} aria-label={t.planTopic(name)}>
      +
    </Button>
  )
  return (
    <CalendarEntry name={name} action={add}>
      {plans.map((plan) => (
        <button key={plan.id} type="button" onClick={() => onOpen(plan.id)}>
          {plan.q} <Making made={plan} />
        </button>
      ))}
    </CalendarEntry>
  )
}

type AddPlanProps = { siteId: string; month: string | undefined; months: readonly string[]; onClose(): void }

function AddPlan({ siteId, month, months, onClose }: AddPlanProps) {
  return (
    <Dialog title={t.planATopic} open={month !== undefined} onClose={onClose}>
      <Form
        action={t.addToPlan}
        onSend={async ({ q = '', publishOn = '', context = '' }) => {
          const body = { q, publishOn, ...(context.trim() && { context }) }
          await change('plans.create', { params: { id: siteId }, body }, 'plans.list')
          onClose()
        }}
      >
        <Field name="q" label={t.topic} placeholder={t.howToCleanAMoka} required maxLength={200} autoFocus />
        <Months chosen={month ?? ''} months={months} />
        <TextField
          name="context"
          label={t.notesWriter}
          hint={t.optionalUp2000}
          required={false}
          rows={4}
          maxLength={2_000}
        />
      </Form>
    </Dialog>
  )
}
