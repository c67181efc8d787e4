import { Button } from '../button.tsx'
import { useCopy } from './use-copy.ts'

/** Puts a text on the clipboard, and says so. */
export function Copy({ name, text }: { name: string; text(): string }) {
  const { copy, isCopied } = useCopy()
  return (
    <Button look="quiet" onClick={() => void copy(text())}>
      {isCopied === undefined ? `Copy ${name}` : isCopied ? `${name} copied` : 'The browser does not allow it'}
    </Button>
  )
}
