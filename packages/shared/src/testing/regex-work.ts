/**
 * A backtracking matcher that does in JavaScript what an engine does out of sight, so that its work can be counted. It answers nothing:
 * the engine says what matches. Regular expressions with back-references are not understood.
 */
export type Matcher = (text: string, from: number) => boolean
type Step = (text: string, at: number, then: (at: number) => boolean) => boolean

const matchers = new Map<string, Matcher | null>()

/** The matcher of an expression; null for one that is not understood. */
export function matcherOf({ source, flags }: RegExp): Matcher | null {
  const name = `/${source}/${flags}`
  const known = matchers.get(name)
  if (known !== undefined) return known
  const step = /\\[1-9k]/.test(source) ? null : createReader(source, flags.replace(/[gyd]/g, '')).all()
  const matcher = step && ((text: string, from: number) => step(text, from, () => true))
  matchers.set(name, matcher)
  return matcher
}

/** Reads an expression from left to right. */
function createReader(source: string, flags: string) {
  let at = 0
  const isNext = (text: string) => source.startsWith(text, at)
  const takes = (text: string): boolean => {
    const isThere = isNext(text)
    if (isThere) at += text.length
    return isThere
  }
  const token = (shape: RegExp): string | undefined => {
    shape.lastIndex = at
    const [found] = shape.exec(source) ?? []
    at += found?.length ?? 0
    return found
  }

  function alternatives(): Step {
    const ways = [sequence()]
    while (takes('|')) ways.push(sequence())
    return ways.length === 1 && ways[0] ? ways[0] : (text, from, then) => ways.some((way) => way(text, from, then))
  }

  function sequence(): Step {
    const parts: Step[] = []
    while (at < source.length && !isNext('|') && !isNext(')')) parts.push(repeated(one()))
    return parts.reduceRight<Step>(
      (rest, part) => (text, from, then) => part(text, from, (end) => rest(text, end, then)),
      (_text, from, then) => then(from),
    )
  }

  function one(): Step {
    if (takes('(?=')) return looked(closed(), true)
    if (takes('(?!')) return looked(closed(), false)
    // A lookbehind is tried without a search.
    const behind = token(/\(\?<[=!](?:\[(?:\\.|[^\]\\])*\]|\\.|[^()\\[])*\)/y)
    if (behind) return standing(new RegExp(behind, `${flags}y`))
    if (token(/\((?:\?:|\?<\w+>)?/y)) return closed()
    const edge = token(/[\^$]|\\[bB]/y)
    if (edge) return standing(new RegExp(edge, `${flags}y`))
    const sign = token(
      /\[(?:\\.|[^\]\\])*\]|\\u\{[^}]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[pP]\{[^}]+\}|\\c[A-Za-z]|\\?./isy,
    )
    return character(new RegExp(`^(?:${sign})$`, flags))
  }

  function closed(): Step {
    const inner = alternatives()
    at++
    return inner
  }

  function repeated(step: Step): Step {
    const range = token(/[*+?]|\{\d+(?:,\d*)?\}/y)
    if (range === undefined) return step
    const isLazy = takes('?')
    const [min = 0, max = range.includes(',') ? Number.POSITIVE_INFINITY : min] = (range.match(/\d+/g) ?? []).map(
      Number,
    )
    if (range === '*') return many(step, 0, Number.POSITIVE_INFINITY, isLazy)
    if (range === '+') return many(step, 1, Number.POSITIVE_INFINITY, isLazy)
    return range === '?' ? many(step, 0, 1, isLazy) : many(step, min, max, isLazy)
  }

  return { all: alternatives }
}

function many(step: Step, min: number, max: number, isLazy: boolean): Step {
  return (text, from, then) => {
    const go = (count: number, at: number): boolean => {
      const more = () => count < max && step(text, at, (end) => end > at && go(count + 1, end))
      const enough = () => count >= min && then(at)
      return isLazy ? enough() || more() : more() || enough()
    }
    return go(0, from)
  }
}

function looked(inner: Step, isWanted: boolean): Step {
  return (text, from, then) => inner(text, from, () => true) === isWanted && then(from)
}

function standing(edge: RegExp): Step {
  return (text, from, then) => {
    edge.lastIndex = from
    return edge.test(text) && then(from)
  }
}

function character(shape: RegExp): Step {
  const known = new Map<string, boolean>()
  const fits = (sign: string) => {
    const is = known.get(sign) ?? shape.test(sign)
    known.set(sign, is)
    return is
  }
  const isWhole = shape.unicode || shape.unicodeSets
  return (text, from, then) => {
    const sign = isWhole && from < text.length ? String.fromCodePoint(text.codePointAt(from) ?? 0) : text.charAt(from)
    return sign !== '' && fits(sign) && then(from + sign.length)
  }
}
