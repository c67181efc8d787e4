import { useState } from 'react'
import { Button } from './button.tsx'
import css from './code.module.css'

/** Text to copy, such as a command. */
export function Code({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        {label}
        <Button look="quiet" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
          {copied === undefined ? 'Copy' : copied ? 'Copied' : 'Select and copy it'}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard has to reach it */}
      <pre className={css.code} tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}
