import { useState } from 'react'
import { Button } from './button.tsx'

/** Puts a text on the clipboard, and says so. */
export function Copy({ name, text }: { name: string; text(): string }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Button look="quiet" onClick={() => void copy()}>
      {copied === undefined ? `Copy ${name}` : copied ? `${name} copied` : 'The browser does not allow it'}
    </Button>
  )
}
