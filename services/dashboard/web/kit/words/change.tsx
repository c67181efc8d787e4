import { kit as t } from '../../../texts/kit.ts'
import css from './change.module.css'
import { figure } from './figure.ts'

type ChangeProps = {
  change: number | null
  position: number | null
  previousPosition: number | null
  /** False where one of the checks did not look as deep as the other rank. */
  comparable?: boolean
}

/** How a rank moved: a sign and a number, and words for what is no number. */
export function Change({ change, position, previousPosition, comparable = true }: ChangeProps) {
  if (!comparable) return <span className={css.same}>–</span>
  if (position && previousPosition === 0) return <span className={css.up}>{t.found}</span>
  if (position === 0 && previousPosition) return <span className={css.down}>{t.lost}</span>
  if (change === null || change === 0) return <span className={css.same}>–</span>
  const isUp = change > 0
  return (
    <span className={isUp ? css.up : css.down}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span className="visually-hidden">{isUp ? t.up : t.down}</span> {Math.abs(change)}
    </span>
  )
}

/** A change of a figure where more is better; a dash if unknown. */
export function Moved({ by }: { by: number | null }) {
  if (by === null || by === 0) return <span className={css.same}>–</span>
  return (
    <span className={by > 0 ? css.up : css.down}>
      <span aria-hidden="true">{by > 0 ? '▲' : '▼'}</span>
      <span className="visually-hidden">{by > 0 ? t.up : t.down}</span> {figure(Math.abs(by), 1)}
    </span>
  )
}
