import { type ReactNode, useRef, useState } from 'react'
import { TextField } from './field.tsx'

const encoder = new TextEncoder()

/** A field for a long text whose places can be shown: `show` marks a line from a column on. Lines and columns count from 1. */
export function useSource() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const show = (line: number, column: number) => {
    const field = area.current
    if (!field) return
    const lines = field.value.split('\n')
    const start = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0)
    const end = start + (lines[line - 1]?.length ?? 0)
    field.focus()
    field.setSelectionRange(Math.min(start + column - 1, end), end)
    field.scrollTop = Math.max(0, (line - 4) * (field.scrollHeight / lines.length))
  }
  const field = ({ name, label }: { name: string; label: string }): ReactNode => (
    <TextField
      ref={area}
      name={name}
      label={label}
      rows={24}
      spellCheck={false}
      wrap="off"
      data-code
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
  return { field, show, bytes: encoder.encode(text).length }
}
