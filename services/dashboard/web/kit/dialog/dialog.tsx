import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import css from './dialog.module.css'

type DialogProps = {
  title: string
  open: boolean
  onClose(): void
  /** A menu comes from the left, details from the right. */
  side?: 'center' | 'left' | 'right'
  children: ReactNode
}

/** Something over the page. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, open, onClose, side = 'center', children }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={css.backdrop} />
        <BaseDialog.Popup className={css.popup} data-side={side}>
          <header className={css.head}>
            <BaseDialog.Title className={css.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={css.close} aria-label={t.close}>
              <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
                <path d="M2 2l10 10M12 2 2 12" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
              </svg>
            </BaseDialog.Close>
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
