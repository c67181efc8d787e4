import { type ReactNode, useEffect, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import css from './code.module.css'

export function Code({ label, text }: { label: string; text: string }) {
  const { copy, isCopied } = useCopy()
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        {label}
        <span role="status">{isCopied === undefined ? '' : isCopied ? t.copied : t.selectAndCopyItYourself}</span>
        <Button look="quiet" onClick={() => void copy(text)} aria-label={t.copyNamed(label)}>
          {t.copy}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard has to reach it */}
      <pre className={css.code} tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}

/** A text may change after it was copied: nothing is claimed for longer than this. */
const saidMs = 4_000

/** Puts a text on the clipboard, and says for a moment whether it is there. */
function useCopy() {
  const [isCopied, setCopied] = useState<boolean>()
  useEffect(() => {
    if (isCopied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { copy, isCopied }
}

export function Copy({ name, text }: { name: string; text(): string }) {
  const { copy, isCopied } = useCopy()
  return (
    <Button look="quiet" onClick={() => void copy(text())}>
      {isCopied === undefined ? t.copyOf(name) : isCopied ? t.copiedNamed(name) : t.browserDoesNotAllow}
    </Button>
  )
}

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
  line: string
  children?: ReactNode
}

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
