import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, type Look } from './button.tsx'
import { useErrorWords } from './notice.tsx'

type ActionButtonProps = { look?: Look; action(): Promise<unknown>; children: ReactNode }

/** A button that does something at once; it waits meanwhile, and says why it was not done. */
export function ActionButton({ look, action, children }: ActionButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => action() })
  const { sentenceOf } = useErrorWords()
  return (
    <>
      {error && <span role="alert">{sentenceOf(error)}</span>}
      <Button look={look} busy={isPending} onClick={() => mutate()}>
        {children}
      </Button>
    </>
  )
}
