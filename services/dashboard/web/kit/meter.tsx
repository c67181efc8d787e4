import css from './meter.module.css'

/** How much of a limit is used. */
export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  return (
    <div className={css.meter}>
      <span>{label}</span>
      <span className={css.figures}>
        {used.toLocaleString('en')} of {limit.toLocaleString('en')}
      </span>
      <progress className={css.bar} value={Math.min(used, limit)} max={Math.max(1, limit)} aria-label={label} />
    </div>
  )
}
