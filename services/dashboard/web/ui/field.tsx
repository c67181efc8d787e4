import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import css from './field.module.css'

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'name'> & {
  name: string
  label: string
  hint?: ReactNode
  defaultValue?: string
}

/** One line of text with its label, what to type, and what was wrong with it. */
export function Field({ name, label, hint, defaultValue, className: _, ...input }: FieldProps) {
  return (
    <BaseField.Root name={name} className={css.field}>
      <BaseField.Label className={css.label}>{label}</BaseField.Label>
      <BaseField.Control className={css.input} {...(defaultValue === undefined ? {} : { defaultValue })} {...input} />
      {hint && <BaseField.Description className={css.hint}>{hint}</BaseField.Description>}
      <BaseField.Error className={css.error} />
    </BaseField.Root>
  )
}

/** A password that can be looked at while it is typed. `isNew` says how long it has to be. */
export function PasswordField({ isNew = false, ...props }: Omit<FieldProps, 'type' | 'hint'> & { isNew?: boolean }) {
  const [shown, setShown] = useState(false)
  const hint = (
    <span className={css.split}>
      <span>{isNew ? '10 to 128 characters; a few words are good' : ''}</span>
      <button type="button" className={css.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'} password
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
      {...(isNew ? { minLength: 10 } : {})}
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

/** Several lines of text. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, defaultValue, value, onText, className: _, ...input } = props
  return (
    <BaseField.Root name={name} className={css.field}>
      <BaseField.Label className={css.label}>{label}</BaseField.Label>
      <BaseField.Control
        className={css.input}
        {...(defaultValue === undefined ? {} : { defaultValue })}
        {...(value === undefined ? {} : { value })}
        onValueChange={(text) => onText?.(text)}
        render={<textarea required {...input} />}
      />
      {hint && <BaseField.Description className={css.hint}>{hint}</BaseField.Description>}
      <BaseField.Error className={css.error} />
    </BaseField.Root>
  )
}

type SelectProps = { name: string; label: string; options: readonly Option[]; chosen: string }

/** One of many. */
export function Select({ name, label, options, chosen }: SelectProps) {
  return (
    <BaseField.Root name={name} className={css.field}>
      <BaseField.Label className={css.label}>{label}</BaseField.Label>
      <BaseField.Control
        className={css.input}
        defaultValue={chosen}
        render={
          <select>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        }
      />
      <BaseField.Error className={css.error} />
    </BaseField.Root>
  )
}

/** Takes the text of a file. */
export function FileButton({ label, accept, onText }: { label: string; accept: string; onText(text: string): void }) {
  return (
    <label className={css.file}>
      {label}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={async ({ target }) => {
          const text = await target.files?.[0]?.text()
          // The same file may be chosen again.
          target.value = ''
          if (text !== undefined) onText(text)
        }}
      />
    </label>
  )
}

type Option = { value: string; label: string; hint?: string }
type ChoiceProps = {
  name: string
  label: string
  options: readonly Option[]
  chosen: string
  /** For a choice that counts at once, without a form. */
  onChoose?(value: string): void
}

/** One of a few, all of them visible. */
export function Choice({ name, label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className={css.choice}>
      <legend className={css.label}>{label}</legend>
      {options.map(({ value, label: text, hint }) => (
        <label key={value} className={css.option}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            onChange={() => onChoose?.(value)}
          />
          <span>
            {text}
            {hint && <span className={css.hint}>{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
