import { type ReactNode, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button, type Look } from '../button.tsx'
import { Form } from '../form/form.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  title: string
  /** The label of the button: the action, never "OK". */
  action: string
  open: boolean
  onClose(): void
  onConfirm(values: Record<string, string>): Promise<unknown>
  children: ReactNode
}

/** Asks before something that is not easily undone; it closes when it is done. */
export function Confirm({ title, action, open, onClose, onConfirm, children }: ConfirmProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <Form
        action={action}
        look="danger"
        onSend={async (values) => {
          await onConfirm(values)
          onClose()
        }}
        beside={
          <Button look="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        }
      >
        {children}
      </Form>
    </Dialog>
  )
}

type ConfirmButtonProps = Omit<ConfirmProps, 'open' | 'onClose'> & {
  label?: string
  look?: Look
  'aria-label'?: string
}

/** A button that asks before its action, which is its label too unless it has another. */
export function ConfirmButton({ label, look = 'quiet', 'aria-label': name, ...confirm }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)} aria-label={name}>
        {label ?? confirm.action}
      </Button>
      <Confirm {...confirm} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}
