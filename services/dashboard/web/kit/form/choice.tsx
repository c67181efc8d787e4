import { Field as BaseField } from '@base-ui/react/field'
import css from './form.module.css'

type Option = { value: string; label: string; hint?: string }
type ChoiceProps = {
  name: string
  label: string
  options: readonly Option[]
  chosen: string
  /** For a choice that something else changes too, or that counts at once, without a form. */
  onChoose?(value: string): void
}

export function Select({ name, label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <BaseField.Root name={name} className={css.field}>
      <BaseField.Label className={css.label}>{label}</BaseField.Label>
      <BaseField.Control
        className={css.input}
        {...(onChoose ? { value: chosen, onValueChange: onChoose } : { defaultValue: chosen })}
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
