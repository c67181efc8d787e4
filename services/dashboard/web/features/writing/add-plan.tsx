import { writing as t } from '../../../texts/writing.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Select } from '../../kit/form/choice.tsx'
import { Field, TextField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { monthName } from './months.ts'

type AddPlanProps = { siteId: string; month: string | undefined; months: readonly string[]; onClose(): void }

/** Plans a topic for a month; its outline is made in the background. */
export function AddPlan({ siteId, month, months, onClose }: AddPlanProps) {
  return (
    <Dialog title={t.planATopic} open={month !== undefined} onClose={onClose}>
      <Form
        action={t.addToPlan}
        onSend={async ({ q = '', publishOn = '', context = '' }) => {
          const body = { q, publishOn, ...(context.trim() && { context }) }
          await call('plans.create', { params: { id: siteId }, body })
          await readAgain('plans.list')
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

export function Months({ chosen, months }: { chosen: string; months: readonly string[] }) {
  return (
    <Select
      name="publishOn"
      label={t.month}
      chosen={chosen}
      options={months.map((month) => ({ value: month, label: monthName(month) }))}
    />
  )
}
