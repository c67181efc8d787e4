import css from './cell-fields.module.css'

type CheckProps = { label: string; checked: boolean; onCheck(checked: boolean): void }

/** A box to check in a cell; its label is read out. */
export function CellCheck({ label, checked, onCheck }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={css.check}
      aria-label={label}
      checked={checked}
      onChange={({ target }) => onCheck(target.checked)}
    />
  )
}

type NumberProps = {
  label: string
  value: number
  min: number
  max: number
  disabled: boolean
  onNumber(value: number): void
}

/** A whole number in a cell; its label is read out. Others than those within the bounds are left out. */
export function CellNumber({ label, value, min, max, disabled, onNumber }: NumberProps) {
  return (
    <input
      type="number"
      className={css.number}
      aria-label={label}
      defaultValue={value}
      min={min}
      max={max}
      disabled={disabled}
      onChange={({ target }) => {
        if (target.value !== '' && target.validity.valid) onNumber(target.valueAsNumber)
      }}
    />
  )
}
