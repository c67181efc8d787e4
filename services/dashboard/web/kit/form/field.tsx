import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import css from './form.module.css'

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'name'> & {
  name: string
  label: string
  hint?: ReactNode
  defaultValue?: string
}

/** One line of text with its label, what to type, and what was wrong with it. */
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
