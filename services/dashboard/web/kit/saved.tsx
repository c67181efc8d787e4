import { kit as t } from '../../texts/kit.ts'
import css from './saved.module.css'

/** Says that something was saved, each time that it was. */
export function Saved({ count }: { count: number }) {
  return (
    <span className={css.saved} role="status">
      {count > 0 && <span key={count}>{t.saved}</span>}
    </span>
  )
}
