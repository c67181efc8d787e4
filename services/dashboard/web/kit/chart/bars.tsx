import { figure } from '../words/figure.ts'
import css from './bars.module.css'

const width = 84
const height = 22

/** A small bar chart from zero; a missing value is a gap. */
export function Bars({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  if (highest === 0) return null
  const step = width / values.length
  const path = values
    .map((value, i) => `M${(i * step + 1).toFixed(1)} ${height}v${-(((value ?? 0) / highest) * height).toFixed(1)}`)
    .join('')
  return (
    <svg className={css.bars} width={width} height={height} role="img" aria-label={label}>
      <path d={path} strokeWidth={step - 2} transform={`translate(${step / 2 - 1} 0)`} />
    </svg>
  )
}

export function Amount({ value, max }: { value: number | null; max: number }) {
  const part = max === 0 ? 0 : (value ?? 0) / max
  return (
    <>
      {figure(value)}
      <svg className={css.amount} width={width} height={3} aria-hidden="true">
        <rect x={width - part * width} width={part * width} height={3} rx={1.5} />
      </svg>
    </>
  )
}
