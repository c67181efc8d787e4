import { onlineManager } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { kit as t } from '../../texts/kit.ts'
import css from './notice.module.css'

/** Something to know, in a box. Errors are read out at once. */
export function Notice({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  children: ReactNode
}) {
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

type BadgeProps = { tone?: 'plain' | 'good' | 'warn' | 'bad'; title?: string; children: ReactNode }

export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span className={css.badge} data-tone={tone} title={title}>
      {children}
    </span>
  )
}

export function Refused({ error, children }: { error: unknown; children?: ReactNode }) {
  const { reasonOf } = useErrorWords()
  return (
    <Notice tone="bad">
      <p>{reasonOf(error)}</p>
      {children && <p>{children}</p>}
    </Notice>
  )
}

/** How an error is worded. The kit knows no error of the product: the app passes this in. */
export type ErrorWords = {
  sentenceOf(error: unknown): string
  /** Why something was not done, and the way on. */
  reasonOf(error: unknown): ReactNode
  /** The fields of a form that the error is about. */
  fieldsOf(error: unknown): readonly { field: string; message: string }[]
}

const asText = (error: unknown) => String(error)

export const ErrorWording = createContext<ErrorWords>({ sentenceOf: asText, reasonOf: asText, fieldsOf: () => [] })

export function useErrorWords(): ErrorWords {
  return useContext(ErrorWording)
}

export function Offline() {
  const isOnline = useSyncExternalStore(
    (watch) => onlineManager.subscribe(watch),
    () => onlineManager.isOnline(),
  )
  if (isOnline) return null
  return <Notice tone="warn">{t.youAreOffline}</Notice>
}
