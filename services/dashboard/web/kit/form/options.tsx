import css from './field.module.css'

type Option = { label: string; hint?: string; checked: boolean; onCheck(checked: boolean): void }

/** Any of a few, each with what it means; a choice counts at once. */
export function Options({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <fieldset className={css.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ label: text, hint, checked, onCheck }) => (
        <label key={text} className={css.option}>
          <input type="checkbox" checked={checked} onChange={({ target }) => onCheck(target.checked)} />
          <span>
            {text}
            {hint && <span className={css.hint}>{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
