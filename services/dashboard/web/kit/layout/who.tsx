import css from './who.module.css'

export function Who({ name, line }: { name: string; line: string }) {
  return (
    <div className={css.who}>
      <span className={css.letter} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className={css.text}>
        <b className={css.name}>{name}</b>
        <span className={css.line}>{line}</span>
      </span>
    </div>
  )
}
