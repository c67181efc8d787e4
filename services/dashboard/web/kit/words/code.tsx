import { Button } from '../button.tsx'
import css from './code.module.css'
import { useCopy } from './use-copy.ts'

/** Text to copy, such as a command. */
export function Code({ label, text }: { label: string; text: string }) {
  const { copy, isCopied } = useCopy()
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        {label}
        <span role="status">
          {isCopied === undefined ? '' : isCopied ? 'Copied' : 'Select it and copy it yourself'}
        </span>
        <Button look="quiet" onClick={() => void copy(text)} aria-label={`Copy: ${label}`}>
          Copy
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard has to reach it */}
      <pre className={css.code} tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}
