import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { NumberField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { type Rule, ruleNames } from './words.ts'

const actions = {
  disavow: 'puts hosts on your disavow list. Nothing is sent to Google from here.',
  plan: 'puts refreshes into your content plan. Each counts as a writing of the month.',
} as const

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
          <p>By itself, in your name, this rule {actions[rule.deed]} What it did is in the log, and can be undone.</p>
          <NumberField name="weeklyCap" label="How often in 7 days, at most" min={1} max={20} value={3} />
        </Form>
      )}
    </Dialog>
  )
}
