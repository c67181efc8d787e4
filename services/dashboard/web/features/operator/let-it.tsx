import { operator as t } from '../../../texts/operator.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { NumberField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { type Rule, ruleNames } from './words.ts'

const actions = {
  disavow: t.addsHostsToYourDisavow,
  plan: t.addsRefreshesToYourContent,
} as const

type LetItProps = {
  rule: Rule | undefined
  onClose(): void
  onLet(rule: Rule['rule'], weeklyCap: number): Promise<unknown>
}

export function LetIt({ rule, onClose, onLet }: LetItProps) {
  const name = rule ? ruleNames[rule.rule] : ''
  return (
    <Dialog title={t.automateNamed(name)} open={rule !== undefined} onClose={onClose}>
      {rule?.deed && (
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
          <p>{t.thisRuleActsAutomatically(actions[rule.deed])}</p>
          <NumberField name="weeklyCap" label={t.maximum7Days} min={1} max={20} value={3} />
        </Form>
      )}
    </Dialog>
  )
}
