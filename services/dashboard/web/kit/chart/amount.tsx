import { figure } from '../words/figure.tsx'
import css from './bars.module.css'

const width = 84

/** A number over a bar: its part of the greatest one. */
export function Amount({ value, most }: { value: number | null; most: number }) {
  const part = most === 0 ? 0 : (value ?? 0) / most
  return (
    <>
      {figure(value)}
      <svg className={css.amount} width={width} height={3} aria-hidden="true">
        <rect x={width - part * width} width={part * width} height={3} rx={1.5} />
      </svg>
    </>
  )
}
