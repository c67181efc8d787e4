import { boundaryAt, declinedStem } from './boundary.ts'
import { folded, plain, withoutMarks } from './plain-text.ts'

/** A prepared text, and the same without its case at the same offsets. */
export type Prose = { text: string; folded: string }

/** One spelling of somebody's name, ready to be looked for. */
type Spelling = {
  owner: number
  key: string
  needsCapital: boolean
  before: RegExp
  after: RegExp
  /** Longer names of others that hold this one, and where in them it begins. */
  within: { spelling: Spelling; offset: number }[]
}

const capital = /\p{Lu}/u
/** Only such a name can be an ordinary word. */
const oneWord = /^[\p{L}\p{M}']+$/u

/** Looks for the names of several owners in texts: for each owner the offset of the first one, or null. */
export function createNameFinder(namesOf: readonly (readonly string[])[]): (prose: Prose) => (number | null)[] {
  const spellings = namesOf.flatMap((names, owner) => [...new Set(names)].flatMap((name) => spellingsOf(name, owner)))
  for (const spelling of spellings) spelling.within = longerOnes(spelling, spellings)
  return (prose) => {
    const first: (number | null)[] = namesOf.map(() => null)
    for (const spelling of spellings) {
      const before = first[spelling.owner] ?? null
      const at = firstOffset(spelling, prose, before ?? prose.text.length)
      if (at !== null) first[spelling.owner] = at
    }
    return first
  }
}

function spellingsOf(name: string, owner: number): Spelling[] {
  const text = plain(withoutMarks(name)).trim()
  if (text === '') return []
  // German and others join the words of a name when another word follows.
  const forms = text.includes(' ') ? [text, text.replaceAll(' ', '-')] : [text]
  return forms.map((form) => {
    const characters = [...form]
    return {
      owner,
      key: folded(declinedStem(form)),
      needsCapital: oneWord.test(form) && capital.test(form),
      before: boundaryAt(characters[0] ?? '').before,
      after: boundaryAt(characters.at(-1) ?? '').after,
      within: [],
    }
  })
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

/** The first place before `end` where the name stands by itself. */
function firstOffset(spelling: Spelling, prose: Prose, end: number): number | null {
  const { key, within } = spelling
  for (let at = prose.folded.indexOf(key); at >= 0 && at < end; at = prose.folded.indexOf(key, at + 1)) {
    const isPart = () => within.some(({ spelling: longer, offset }) => standsAt(longer, prose, at - offset))
    if (standsAt(spelling, prose, at) && !isPart()) return at
  }
  return null
}

function standsAt({ key, needsCapital, before, after }: Spelling, prose: Prose, at: number): boolean {
  if (at < 0 || !prose.folded.startsWith(key, at)) return false
  const end = at + key.length
  if (needsCapital && !capital.test(prose.text.slice(at, end))) return false
  before.lastIndex = at
  after.lastIndex = end
  return before.test(prose.folded) && after.test(prose.folded)
}
