import { boundaryAt, declinedStem } from './boundary.ts'
import { encliticsOf, genitiveOf, readsAsGerman } from './endings.ts'
import { folded, plain, withoutMarks } from './plain-text.ts'

/** `folded`: lower case, same offsets; `isCited`: sources lead to the owner's site. */
export type Prose = { text: string; folded: string; isCited(owner: number): boolean }

type Context = Prose & { hasCapitals: () => boolean; isGerman: () => boolean }

type Spelling = {
  owner: number
  key: string
  needsCapital: (context: Context) => boolean
  before: RegExp
  after: RegExp
  /** In German texts only. */
  genitive: RegExp | null
  /** Others' longer names that contain this one, with its offset. */
  within: { spelling: Spelling; offset: number }[]
}

const capital = /\p{Lu}/u
/** Only such names can be ordinary words; none has an inner capital. */
const ordinary = /^[\p{L}\p{M}' ]+$/u
const joined = /\p{Ll}\p{Lu}/u
const digitFirst = /^\p{Nd}/u
/** Part of an amount or number: $3M, 1.3M. */
const amount = '(?<!\\p{Sc} ?|\\p{Nd}[.,])'
const always = () => true
const never = () => false

/** Finds each owner's first mention, as an offset or null; the site itself comes first. */
export function createNameFinder(namesOf: readonly (readonly string[])[]): (prose: Prose) => (number | null)[] {
  const spellings = namesOf.flatMap((names, owner) => [...new Set(names)].flatMap((name) => spellingsOf(name, owner)))
  for (const spelling of spellings) spelling.within = longerOnes(spelling, spellings)
  return (prose) => {
    const context = contextOf(prose)
    const first: (number | null)[] = namesOf.map(() => null)
    for (const spelling of spellings) {
      const before = first[spelling.owner] ?? null
      const at = firstOffset(spelling, context, before ?? prose.text.length)
      if (at !== null) first[spelling.owner] = at
    }
    return first
  }
}

function contextOf(prose: Prose): Context {
  let hasCapitals: boolean | undefined
  let isGerman: boolean | undefined
  const cited = new Map<number, boolean>()
  return {
    ...prose,
    isCited(owner) {
      const isCited = cited.get(owner) ?? prose.isCited(owner)
      cited.set(owner, isCited)
      return isCited
    },
    hasCapitals: () => (hasCapitals ??= capital.test(prose.text)),
    isGerman: () => (isGerman ??= readsAsGerman(prose.folded)),
  }
}

/**
 * A name that is written with a capital and may be ordinary words ("Peak", "Blue Bottle") needs one in the text too. Capitals
 * throughout and title case are capitals. A text without any says nothing by its case: the site's own name of several words counts
 * in it, a single word and a rival do not. Where the answer cites the owner's site, its name in lower case is no word. One that begins with a digit may be an amount ("a 3m long shelf"), whatever follows.
 */
function capitalRule(name: string, owner: number): Spelling['needsCapital'] {
  if (!capital.test(name)) return never
  if (digitFirst.test(name)) return always
  if (!ordinary.test(name) || joined.test(name)) return never
  const isSaid = owner === 0 && name.includes(' ')
  return ({ hasCapitals, isCited }) => !isCited(owner) && (!isSaid || hasCapitals())
}

function spellingsOf(name: string, owner: number): Spelling[] {
  const text = plain(withoutMarks(name)).trim()
  if (text === '') return []
  // German and others hyphenate a name before another word.
  const forms = text.includes(' ') ? [text, text.replaceAll(' ', '-')] : [text]
  return forms.map((form) => {
    const characters = [...form]
    return {
      owner,
      key: folded(declinedStem(form)),
      needsCapital: capitalRule(text, owner),
      before: beforeOf(characters[0] ?? ''),
      after: new RegExp(encliticsOf(form) + boundaryAt(characters.at(-1) ?? '').after.source, 'uy'),
      genitive: genitiveOf(form),
      within: [],
    }
  })
}

function beforeOf(first: string): RegExp {
  const { before } = boundaryAt(first)
  return digitFirst.test(first) ? new RegExp(before.source + amount, before.flags) : before
}

function longerOnes(spelling: Spelling, all: readonly Spelling[]): Spelling['within'] {
  const longer = all.filter(({ owner, key }) => owner !== spelling.owner && key.length > spelling.key.length)
  return longer.flatMap((other) => offsetsIn(other.key, spelling.key).map((offset) => ({ spelling: other, offset })))
}

function offsetsIn(text: string, part: string): number[] {
  const offsets: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) offsets.push(at)
  return offsets
}

function firstOffset(spelling: Spelling, prose: Context, end: number): number | null {
  const { key, within } = spelling
  for (let at = prose.folded.indexOf(key); at >= 0 && at < end; at = prose.folded.indexOf(key, at + 1)) {
    const isPart = () => within.some(({ spelling: longer, offset }) => standsAt(longer, prose, at - offset))
    if (standsAt(spelling, prose, at) && !isPart()) return at
  }
  return null
}

function standsAt(spelling: Spelling, prose: Context, at: number): boolean {
  const { key, needsCapital, before, after, genitive } = spelling
  if (at < 0 || !prose.folded.startsWith(key, at)) return false
  const end = at + key.length
  if (needsCapital(prose) && !capital.test(prose.text.slice(at, end))) return false
  before.lastIndex = at
  if (!before.test(prose.folded)) return false
  after.lastIndex = end
  if (after.test(prose.folded)) return true
  if (genitive === null) return false
  genitive.lastIndex = end
  return genitive.test(prose.folded) && prose.isGerman()
}
