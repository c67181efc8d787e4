import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, type Look } from './button.tsx'
import { sentenceOf } from './refused.tsx'

type DeedButtonProps = { look?: Look; deed(): Promise<unknown>; children: ReactNode }

/** A button that does something at once; it waits meanwhile, and says why it was not done. */
export function DeedButton({ look, deed, children }: DeedButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => deed() })
  return (
    <>
      {error && <span role="alert">{sentenceOf(error)}</span>}
      <Button look={look} busy={isPending} onClick={() => mutate()}>
        {children}
      </Button>
    </>
  )
}
