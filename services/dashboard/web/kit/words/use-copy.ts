import { useEffect, useState } from 'react'

/** A text may change after it was copied: nothing is claimed for longer than this. */
const saidMs = 4_000

/** Puts a text on the clipboard, and says for a moment whether it is there. */
export function useCopy() {
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
