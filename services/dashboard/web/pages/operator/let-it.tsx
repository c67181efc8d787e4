import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { type Rule, ruleNames } from './words.ts'

const deeds = {
  disavow: 'puts hosts on your disavow list. Nothing is sent to Google from here.',
  plan: 'puts refreshes into your content plan. Each counts as a writing of the month.',
} as const
const usual = '3'

type LetItProps = {
  rule: Rule | undefined
  onClose(): void
  onLet(rule: Rule['rule'], weeklyCap: number): Promise<unknown>
}

/** Asks how often a rule may act by itself. */
export function LetIt({ rule, onClose, onLet }: LetItProps) {
  const name = rule ? ruleNames[rule.rule] : ''
  return (
    <Dialog title={`Let it: ${name}`} open={rule !== undefined} onClose={onClose}>
      {rule?.deed && (
        <Form
          action="Let it act"
          onSend={async ({ weeklyCap }) => {
            await onLet(rule.rule, Number(weeklyCap))
            onClose()
          }}
          beside={
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          <p>By itself, in your name, this rule {deeds[rule.deed]} What it did is in the log, and can be undone.</p>
          <Field
            name="weeklyCap"
            label="At most so often in 7 days"
            type="number"
            min={1}
            max={20}
            defaultValue={usual}
            required
          />
        </Form>
      )}
    </Dialog>
  )
}
