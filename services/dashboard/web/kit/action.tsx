import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button, type Look } from './button.tsx'
import { Notice, useErrorWords } from './notice.tsx'

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

/** Runs actions, each of which answers whether it was done; `refused` says why the last one was not. */
export function useAction() {
  const { sentenceOf } = useErrorWords()
  const [failure, setFailure] = useState<string>()
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setFailure(undefined)
    try {
      await action()
      return true
    } catch (error) {
      setFailure(sentenceOf(error))
      return false
    }
  }
  return { run, refused: failure !== undefined && <Notice tone="bad">{failure}</Notice> }
}
