import css from './change.module.css'
import { figure } from './figure.tsx'

/** How a figure moved, where more is better; a dash where nobody knows. */
export function Moved({ by }: { by: number | null }) {
  if (by === null || by === 0) return <span className={css.same}>–</span>
  return (
    <span className={by > 0 ? css.up : css.down}>
      <span aria-hidden="true">{by > 0 ? '▲' : '▼'}</span>
      <span className="visually-hidden">{by > 0 ? 'up' : 'down'}</span> {figure(Math.abs(by), 1)}
    </span>
  )
}
