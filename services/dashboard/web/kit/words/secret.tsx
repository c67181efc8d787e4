import { type ReactNode, useEffect, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { Code } from './code.tsx'

/** A secret that is shown once: it is only in this state, in no cache and no address. `close` asks before it goes for good. */
export function useSecret(onClose: () => void) {
  const [secret, show] = useState<string>()
  const [isSure, setSure] = useState(false)
  useLeaveGuard(secret !== undefined)
  const close = () => {
    if (secret !== undefined && !isSure) return setSure(true)
    show(undefined)
    setSure(false)
    onClose()
  }
  return { secret, isSure, show, close }
}

type SecretProps = {
  label: string
  secret: string
  /** The way of `useSecret` to its end. */
  isSure: boolean
  onClose(): void
  /** Its use. */
  line: string
  children?: ReactNode
}

/** Shows a secret to copy, until its reader says that it is saved. */
export function Secret({ label, secret, isSure, onClose, line, children }: SecretProps) {
  return (
    <>
      <Notice tone="warn">{line}</Notice>
      <Code label={label} text={secret} />
      {children}
      {isSure && <Notice tone="bad">{t.haveYouSaved}</Notice>}
      <p>
        <Button look="primary" onClick={onClose}>
          {isSure ? t.iHaveSaved : t.close}
        </Button>
      </p>
    </>
  )
}

/** The browser asks before it leaves a page with a secret that is shown only once. */
function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
}
