/** What is left of a script's text, and from where, once a byte order mark and a wrapping comment are off. */
export type Body = { text: string; from: number; isWrapped: boolean }

const wrappings = [
  [/^\s*<!--/, /-->\s*$/],
  [/^\s*\/\*\s*<!\[CDATA\[\s*\*\//, /\/\*\s*\]\]>\s*\*\/\s*$/],
  [/^\s*\/\/\s*<!\[CDATA\[/, /\/\/\s*\]\]>\s*$/],
  [/^\s*<!\[CDATA\[/, /\]\]>\s*$/],
] as const

/** Takes off what old advice puts around the JSON of a script. */
export function unwrapped(text: string): Body {
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const rest = text.slice(mark)
  for (const [start, end] of wrappings) {
    const head = start.exec(rest)?.[0]
    if (head === undefined) continue
    const tail = rest.slice(-200).match(end)?.[0] ?? ''
    return { text: rest.slice(head.length, rest.length - tail.length), from: mark + head.length, isWrapped: true }
  }
  return { text: rest, from: mark, isWrapped: false }
}
