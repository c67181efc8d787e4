import { Field as BaseField } from '@base-ui/react/field'
import { Form as BaseForm } from '@base-ui/react/form'
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useRef, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button, type Look } from '../button.tsx'
import { type ErrorWords, Refused, useErrorWords } from '../notice.tsx'
import { capitalised } from '../words/figure.ts'
import css from './form.module.css'

type Values = Record<string, string>
type FormProps = {
  action: string
  look?: Look
  /** Sends the fields by their names. A refusal that it throws is shown: beside the fields that it names, or above the button. */
  onSend(values: Values): Promise<unknown>
  /** It is empty again once it was sent: for one more of the same. */
  clears?: boolean
  waits?: boolean
  beside?: ReactNode
  children?: ReactNode
}

/** A form: it sends once, keeps what was typed after a refusal, and says what to change where it has to be changed. */
export function Form({ action, look = 'primary', onSend, clears = false, waits = false, beside, children }: FormProps) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [refusal, setRefusal] = useState<unknown>()
  const { fieldsOf } = useErrorWords()
  const form = useRef<HTMLFormElement>(null)
  const send = async () => {
    const values = valuesOf(form.current)
    setBusy(true)
    setRefusal(undefined)
    setErrors({})
    try {
      await onSend(values)
      if (clears) form.current?.reset()
    } catch (error) {
      const named = fieldErrors(fieldsOf(error), Object.keys(values))
      setErrors(named)
      if (Object.keys(named).length === 0) setRefusal(error)
    }
    setBusy(false)
  }
  return (
    <BaseForm ref={form} className={css.form} errors={errors} onFormSubmit={() => void send()}>
      {children}
      {refusal !== undefined && <Refused error={refusal} />}
      <div className={css.actions}>
        <Button type="submit" look={look} busy={busy} disabled={waits}>
          {action}
        </Button>
        {beside}
      </div>
    </BaseForm>
  )
}

function valuesOf(form: HTMLFormElement | null): Values {
  const values = [...new FormData(form ?? undefined)]
  return Object.fromEntries(values.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

function fieldErrors(given: ReturnType<ErrorWords['fieldsOf']>, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    names.flatMap((name) => {
      // A field of many values is refused by one of them: `tags[2]`.
      const own = given.filter(({ field }) => field === name || field.startsWith(`${name}[`))
      const messages = own.map(({ message }) => capitalised(message))
      return messages.length > 0 ? [[name, messages]] : []
    }),
  )
}

/** Says that something was saved, each time that it was. */
export function Saved({ count }: { count: number }) {
  return (
    <span className={css.saved} role="status">
      {count > 0 && <span key={count}>{t.saved}</span>}
    </span>
  )
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'name'> & {
  name: string
  label: string
  hint?: ReactNode
  defaultValue?: string
}

export function Field({ name, label, hint, className: _, ...input }: FieldProps) {
  return (
    <BaseField.Root name={name} className={css.field}>
      <BaseField.Label className={css.label}>{label}</BaseField.Label>
      <BaseField.Control className={css.input} {...input} />
      {hint && <BaseField.Description className={css.hint}>{hint}</BaseField.Description>}
      <BaseField.Error className={css.error} />
    </BaseField.Root>
  )
}

type NumberFieldProps = { name: string; label: string; min: number; max: number; value: number }

export function NumberField({ value, ...props }: NumberFieldProps) {
  return <Field {...props} type="number" defaultValue={String(value)} required />
}

/** A password that can be looked at while it is typed. `isNew` says how long it has to be. */
export function PasswordField({ isNew = false, ...props }: Omit<FieldProps, 'type' | 'hint'> & { isNew?: boolean }) {
  const [shown, setShown] = useState(false)
  const hint = (
    <span className={css.split}>
      <span>{isNew ? t.passwordRule : ''}</span>
      <button type="button" className={css.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t.hidePassword : t.showPassword}
      </button>
    </span>
  )
  return (
    <Field
      {...props}
      hint={hint}
      type={shown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      spellCheck={false}
      autoCapitalize="none"
      required
      maxLength={128}
      minLength={isNew ? 10 : undefined}
    />
  )
}

type TextFieldProps = Omit<ComponentProps<'textarea'>, 'defaultValue' | 'name'> & {
  'data-code'?: true
  name: string
  label: string
  hint?: ReactNode
  defaultValue?: string
  /** For a text that something else changes too, with `value`. */
  onText?(text: string): void
}

export function TextField(props: TextFieldProps) {
  const { name, label, hint, defaultValue, value, onText, className: _, ...input } = props
  return (
    <BaseField.Root name={name} className={css.field}>
      <BaseField.Label className={css.label}>{label}</BaseField.Label>
      <BaseField.Control
        className={css.input}
        defaultValue={defaultValue}
        value={value}
        onValueChange={(text) => onText?.(text)}
        render={<textarea required {...input} />}
      />
      {hint && <BaseField.Description className={css.hint}>{hint}</BaseField.Description>}
      <BaseField.Error className={css.error} />
    </BaseField.Root>
  )
}
