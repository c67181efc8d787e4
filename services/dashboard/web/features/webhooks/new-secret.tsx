import { useEffect, useState } from 'react'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Code } from '../../kit/words/code.tsx'

/** A secret that is shown once; it asks before it is closed for good. */
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

export function NewSecret({ secret, isSure, onClose }: { secret: string; isSure: boolean; onClose(): void }) {
  return (
    <>
      <Notice tone="warn">{t.secretShownOnce}</Notice>
      <Code label={t.secret} text={secret} />
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
