import { useEffect, useState } from 'react'
import css from './form.module.css'

type OptionProps = {
  label: string
  hint?: string
  checked: boolean
  /** Answers whether the choice was stored. */
  onCheck(checked: boolean): Promise<boolean>
}

/** Any of a few, each with what it means; a choice counts at once. */
export function Options({ label, options }: { label: string; options: readonly OptionProps[] }) {
  return (
    <fieldset className={css.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <Option key={option.label} {...option} />
      ))}
    </fieldset>
  )
}

/** It is checked as soon as it is pressed, and no more if that was not stored. */
function Option({ label, hint, checked, onCheck }: OptionProps) {
  const [isShown, setShown] = useState(checked)
  useEffect(() => setShown(checked), [checked])
  const choose = async (chosen: boolean) => {
    setShown(chosen)
    if (!(await onCheck(chosen))) setShown(checked)
  }
  return (
    <label className={css.option}>
      <input type="checkbox" checked={isShown} onChange={({ target }) => void choose(target.checked)} />
      <span>
        {label}
        {hint && <span className={css.hint}>{hint}</span>}
      </span>
    </label>
  )
}
