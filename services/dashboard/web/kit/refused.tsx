import type { ReactNode } from 'react'
import { useErrorWords } from './error-words.ts'
import { Notice } from './notice.tsx'

export function Refused({ error, children }: { error: unknown; children?: ReactNode }) {
  const { reasonOf } = useErrorWords()
  return (
    <Notice tone="bad">
      <p>{reasonOf(error)}</p>
      {children && <p>{children}</p>}
    </Notice>
  )
}
