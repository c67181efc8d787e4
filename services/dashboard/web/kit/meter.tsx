import { kit as t } from '../../texts/kit.ts'
import css from './meter.module.css'
import { figure } from './words/figure.ts'

export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  return (
    <div className={css.meter}>
      <span>{label}</span>
      <span className={css.figures}>{t.usedOfLimit(figure(used), figure(limit))}</span>
      <progress className={css.bar} value={Math.min(used, limit)} max={Math.max(1, limit)} aria-label={label} />
    </div>
  )
}
