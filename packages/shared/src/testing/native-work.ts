import { matcherOf } from './regex-work.ts'

/** Those of Unicode, and two signs that become marks. */
const mark = /[\p{M}\uff9e\uff9f]/u
type Native = (this: unknown, ...given: unknown[]) => unknown

/**
 * Makes built-in functions count the characters and entries that they handle, between `begin` and `end`: V8 counts only what is written
 * in JavaScript. Regular expressions are matched once more by a matcher in JavaScript.
 */
export function nativeWork() {
  let isCounting = false
  let handled = 0

  function counted(
    owner: object,
    names: readonly string[],
    costOf: (self: unknown, given: unknown[], result: unknown) => number,
  ) {
    for (const name of names) {
      // safe because the names are those of functions
      const native = Reflect.get(owner, name) as Native
      const counting: Native = function (...given) {
        const result = Reflect.apply(native, this, given)
        if (isCounting) {
          isCounting = false
          handled += costOf(this, given, result)
          isCounting = true
        }
        return result
      }
      Object.defineProperty(owner, name, { value: counting, writable: true, configurable: true })
    }
  }

  const length = (value: unknown) => Number(Object(value).length ?? 0)
  const scanned = (self: unknown, [, from = 0]: unknown[], found: unknown) => {
    const end = typeof found === 'number' && found >= 0 ? found : length(self)
    return Math.max(0, end - Number(from))
  }
  const whole = (self: unknown) => length(self)
  counted(String.prototype, ['indexOf'], scanned)
  counted(String.prototype, ['includes', 'lastIndexOf', 'toLowerCase', 'toUpperCase', 'split', 'replaceAll'], whole)
  counted(String.prototype, ['normalize'], (self) => length(self) + marksSorted(String(self)))
  counted(Array.prototype, ['indexOf'], scanned)
  counted(
    Array.prototype,
    ['includes', 'lastIndexOf', 'slice', 'concat', 'shift', 'unshift', 'splice', 'toSorted', 'sort'],
    whole,
  )
  counted(Array.prototype, ['join'], (_self, _given, result) => length(result))
  counted(JSON, ['parse'], (_self, [text]) => length(text))
  counted(JSON, ['stringify'], (_self, _given, result) => length(result))
  const nativeExec = RegExp.prototype.exec
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = nativeExec.call(this, text)
    if (isCounting) {
      isCounting = false
      match(this, String(text), from, found?.index)
      isCounting = true
    }
    return found
  }
  const NativeUrl = globalThis.URL
  const note = (...texts: unknown[]) => {
    if (isCounting) handled += texts.reduce<number>((sum, text) => sum + String(text ?? '').length, 0)
  }
  globalThis.URL = class extends NativeUrl {
    constructor(address: string | URL, base?: string | URL) {
      super(address, base)
      note(address, base)
    }
    static override parse(address: string, base?: string) {
      note(address, base)
      return NativeUrl.parse(address, base)
    }
  }

  /** Does what an engine does: an attempt at each place until one matches. */
  function match(shape: RegExp, text: string, from: number, foundAt: number | undefined): void {
    const matcher = matcherOf(shape)
    const last = shape.sticky ? from : (foundAt ?? text.length)
    if (!matcher) handled += last - from
    else for (let at = from; at <= last; at++) if (matcher(text, at)) return
  }

  return {
    begin: () => {
      handled = 0
      isCounting = true
    },
    end: () => {
      isCounting = false
      return handled
    },
  }
}

/** Marks in a row are sorted by their classes, each into its place: the square of their number. */
function marksSorted(text: string): number {
  let sum = 0
  let run = 0
  for (const sign of text) {
    run = mark.test(sign) ? run + 1 : 0
    sum += run
  }
  return sum
}
