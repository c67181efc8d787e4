import css from './periods.module.css'

/** The last so many days, one of a few. */
export function Periods(props: { days: readonly number[]; chosen: number; onChoose(days: number): void }) {
  const { days, chosen, onChoose } = props
  return (
    <fieldset className={css.periods}>
      <legend className="visually-hidden">Period</legend>
      {days.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
          {one} d
        </button>
      ))}
    </fieldset>
  )
}
