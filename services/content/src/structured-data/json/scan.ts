/** JSON with positions; members are a list, so no name is special. */
export type Json = { at: number } & (
  | { kind: 'object'; members: Member[] }
  | { kind: 'array'; items: Json[] }
  | { kind: 'text'; text: string }
  | { kind: 'number' | 'boolean' | 'null'; text: string }
)
export type Member = { key: string; at: number; value: Json }

export class JsonError extends Error {
  readonly at: number
  readonly isTooDeep: boolean

  constructor(message: string, at: number, isTooDeep = false) {
    super(message)
    this.at = at
    this.isTooDeep = isTooDeep
  }
}

type Scanner = { text: string; at: number; readonly offset: number }
/** An object and a list per item level. */
const maxDepth = 150
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words = { true: 'boolean', false: 'boolean', null: 'null' } as const

/** Strict JSON; `offset`: start in the document. Throws `JsonError`. */
export function scanJson(text: string, offset: number): Json {
  const scanner = { text, at: 0, offset }
  skipSpace(scanner)
  const value = scanValue(scanner, 0)
  skipSpace(scanner)
  if (scanner.at < text.length) throw unexpected(scanner, 'the end')
  return value
}

function scanValue(s: Scanner, depth: number): Json {
  if (depth > maxDepth) throw new JsonError('is nested too deep', s.offset + s.at, true)
  const at = s.offset + s.at
  const code = s.text.charCodeAt(s.at)
  if (code === 0x7b) return { at, kind: 'object', members: scanMembers(s, depth) }
  if (code === 0x5b) return { at, kind: 'array', items: scanItems(s, depth) }
  if (code === 0x22) return { at, kind: 'text', text: scanText(s) }
  return scanWord(s, at)
}

function scanMembers(s: Scanner, depth: number): Member[] {
  const members: Member[] = []
  s.at++
  skipSpace(s)
  if (s.text.charCodeAt(s.at) === 0x7d) return closed(s, members)
  for (;;) {
    if (s.text.charCodeAt(s.at) !== 0x22) throw unexpected(s, 'a name in double quotes')
    const at = s.offset + s.at
    const key = scanText(s)
    skipSpace(s)
    if (s.text.charCodeAt(s.at) !== 0x3a) throw unexpected(s, 'a colon')
    s.at++
    skipSpace(s)
    members.push({ key, at, value: scanValue(s, depth + 1) })
    if (!hasNext(s, 0x7d)) return closed(s, members)
  }
}

function scanItems(s: Scanner, depth: number): Json[] {
  const items: Json[] = []
  s.at++
  skipSpace(s)
  if (s.text.charCodeAt(s.at) === 0x5d) return closed(s, items)
  for (;;) {
    items.push(scanValue(s, depth + 1))
    if (!hasNext(s, 0x5d)) return closed(s, items)
  }
}

/** True behind a comma, false at the closing bracket. */
function hasNext(s: Scanner, closing: number): boolean {
  skipSpace(s)
  const code = s.text.charCodeAt(s.at)
  if (code === closing) return false
  const bracket = String.fromCharCode(closing)
  if (code !== 0x2c) throw unexpected(s, `a comma or ${bracket}`)
  const comma = s.offset + s.at
  s.at++
  skipSpace(s)
  if (s.text.charCodeAt(s.at) === closing) throw new JsonError(`has a comma before ${bracket}`, comma)
  return true
}

function closed<T>(s: Scanner, list: T): T {
  s.at++
  return list
}

function scanText(s: Scanner): string {
  const from = s.at
  let isPlain = true
  for (let i = from + 1; i < s.text.length; i++) {
    const code = s.text.charCodeAt(i)
    if (code === 0x5c) {
      isPlain = false
      i++
    } else if (code === 0x22) {
      s.at = i + 1
      return isPlain ? s.text.slice(from + 1, i) : unescaped(s, from, i + 1)
    } else if (code < 0x20) {
      const what = code === 0x0a || code === 0x0d ? 'a line break' : 'a control character'
      throw new JsonError(`has ${what} within a string`, s.offset + i)
    }
  }
  throw new JsonError('has a string that does not end', s.offset + from)
}

function unescaped(s: Scanner, from: number, to: number): string {
  try {
    // safe because JSON between two quotes is a string
    return JSON.parse(s.text.slice(from, to)) as string
  } catch {
    throw new JsonError('has a string with an escape that JSON does not have', s.offset + from)
  }
}

function scanWord(s: Scanner, at: number): Json {
  for (const [text, kind] of Object.entries(words)) {
    if (!s.text.startsWith(text, s.at)) continue
    s.at += text.length
    return { at, kind, text }
  }
  numberPattern.lastIndex = s.at
  const text = numberPattern.exec(s.text)?.[0]
  if (!text) throw unexpected(s, 'a value')
  s.at += text.length
  return { at, kind: 'number', text }
}

function skipSpace(s: Scanner): void {
  for (; s.at < s.text.length; s.at++) {
    const code = s.text.charCodeAt(s.at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
  }
}

function unexpected(s: Scanner, wanted: string): JsonError {
  const found = s.at < s.text.length ? JSON.stringify(String.fromCodePoint(s.text.codePointAt(s.at) ?? 0)) : 'the end'
  return new JsonError(`has ${found} where ${wanted} is expected`, s.offset + s.at)
}
