import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ComponentProps } from 'react'
import css from './button.module.css'

export type Look = 'primary' | 'plain' | 'quiet' | 'danger'
type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  /** Something is under way: the button waits, and says so. */
  busy?: boolean
}

export function Button({ look = 'plain', busy = false, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={css.button}
      data-look={look}
      data-screen
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}

export function ButtonAnchor({ look = 'plain', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={css.button} data-look={look} data-screen />
}

/** A link to a page that looks like a button: it leads somewhere, and does nothing. */
export const ButtonLink = createLink(ButtonAnchor)
