import { useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { dayMs, spanText } from '../../kit/words/time-text.ts'

type Dates = { from: string; until: string }
type TwoDatesProps = { chosen: Dates | undefined; onChoose(dates: Dates | undefined): void }

/** Chooses two days whose ranks are compared, instead of the present ones with those of a period ago. */
export function TwoDates({ chosen, onChoose }: TwoDatesProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (dates: Dates | undefined) => {
    onChoose(dates)
    setOpen(false)
  }
  const today = utcDay(Date.now())
  const [last, setLast] = useState(chosen?.until ?? today)
  return (
    <>
      <Button aria-pressed={chosen !== undefined} onClick={() => setOpen(true)}>
        {chosen ? spanText(chosen.from, chosen.until) : t.twoDates}
      </Button>
      <Dialog title={t.compareTwoDates} open={isOpen} onClose={() => setOpen(false)}>
        <Form
          action={t.compare}
          onSend={async ({ from = '' }) => choose({ from, until: last })}
          beside={chosen && <Button onClick={() => choose(undefined)}>{t.backToPeriods}</Button>}
        >
          <Field
            name="from"
            label={t.fromDay}
            type="date"
            max={last && utcDay(Date.parse(last) - dayMs)}
            defaultValue={chosen?.from ?? ''}
            required
          />
          <Field
            name="until"
            label={t.untilDay}
            type="date"
            max={today}
            value={last}
            onChange={({ target }) => setLast(target.value)}
            required
          />
          <p>{t.datesAreDifferent}</p>
        </Form>
      </Dialog>
    </>
  )
}

function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
