import css from './switch-button.module.css'

type SwitchButtonProps = { label: string; name: string; line: string; onPress(): void }

/** A button that shows what is chosen, and chooses another. */
export function SwitchButton({ label, name, line, onPress }: SwitchButtonProps) {
  return (
    <button type="button" className={css.button} aria-haspopup="dialog" onClick={onPress}>
      <span className="visually-hidden">{label}: </span>
      <span className={css.text}>
        <b className={css.name}>{name}</b>
        {line !== '' && <span className={css.line}>{line}</span>}
      </span>
      <svg width="12" height="16" viewBox="0 0 12 16" aria-hidden="true">
        <path
          d="M2.5 6 6 2.5 9.5 6M2.5 10 6 13.5 9.5 10"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
