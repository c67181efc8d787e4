import { type Json, JsonError, scanJson } from '../json/scan.ts'
import type { Reading } from '../model.ts'
import { noContext, textsOf } from './context.ts'
import { readItems } from './items.ts'

/** `offset`: the document's start in the checked text. */
export function readJsonLd(text: string, offset: number, reading: Reading): void {
  const body = unwrapped(text)
  if (body.text.trim() === '') reading.report('SCRIPT_EMPTY', 'The script is empty', { at: offset })
  if (body.isWrapped) {
    reading.report('JSON_COMMENT_WRAPPED', 'The JSON is inside a comment: some readers cannot use it', { at: offset })
  }
  const json = body.text.trim() === '' ? null : scanned(body.text, offset + body.from, reading)
  if (!json) return
  const nodes = json.kind === 'array' ? json.items : [json]
  for (const node of nodes) {
    if (node.kind !== 'object' || !needsContext(node)) continue
    reading.report('CONTEXT_MISSING', 'There is no "@context": write "@context": "https://schema.org"', { at: node.at })
    // Assumes schema.org, so that checks go on.
    node.members.unshift({
      key: '@context',
      at: node.at,
      value: { kind: 'text', at: node.at, text: 'https://schema.org' },
    })
  }
  readItems(json, noContext, reading)
}

/** Names need a context; full addresses (expanded form) do not. */
function needsContext(json: Json): boolean {
  if (json.kind === 'array') return json.items.some(needsContext)
  if (json.kind !== 'object' || json.members.some(({ key }) => key === '@context')) return false
  return json.members.some(({ key, value }) => {
    if (key === '@type') return textsOf(value).some((type) => !isAddress(type))
    return !(key.startsWith('@') || isAddress(key)) || needsContext(value)
  })
}

function isAddress(name: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|urn:)/i.test(name)
}

function scanned(text: string, offset: number, reading: Reading): Json | null {
  try {
    return scanJson(text, offset)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const { at, message } = error
    reading.report(error.isTooDeep ? 'LIMIT_DEPTH' : 'JSON_SYNTAX', `The JSON ${message}`, { at })
    return null
  }
}

type Body = { text: string; from: number; isWrapped: boolean }

const wrappings = [
  [/^\s*<!--/, /-->\s*$/],
  [/^\s*\/\*\s*<!\[CDATA\[\s*\*\//, /\/\*\s*\]\]>\s*\*\/\s*$/],
  [/^\s*\/\/\s*<!\[CDATA\[/, /\/\/\s*\]\]>\s*$/],
  [/^\s*<!\[CDATA\[/, /\]\]>\s*$/],
] as const

/** Drops the comment or CDATA that old advice puts around JSON. */
function unwrapped(text: string): Body {
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
