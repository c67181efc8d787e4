import { boundaryAt } from './boundary.ts'

/** Shorter names are too often the beginning of another word: Ke-nya, So-nya; with -ku and -mu Hai-ku, Sudo-ku. */
const shortestBefore = { nya: 4, ku: 5, s: 4 }
const lastWord = /\p{Script=Latin}+$/u
/** Their genitive has an apostrophe alone: Hans', Felix'. */
const sibilant = /(?:[sxz]|ce)$/
/** Nouns that English and French lend to German, where -s is their plural: Notions, Fittings, Statements. */
const plural = /(?:ion|ing|ment|ness)$/
/** Common words that tell German (or Danish, whose genitive is the same) from the languages with a plural in -s. */
const german =
  /(?<!\p{L})(?:und|oder|aber|sowie|der|dem|einen?|einer|einem|ist|sind|wird|werden|wurde|haben|kann|gibt|mag|ich|wir|sich|ihre[nrms]?|seine[nrms]?|diese[nrms]?|viele[nr]?|neue[nrms]?|für|mit|auf|bei|beim|nach|vom|zum|zur|über|durch|gegen|zwischen|nicht|auch|noch|nur|mehr|sehr|schon|besonders|wenn|dass|weil)(?!\p{L})/u

/**
 * Letters that may follow a Latin name and still leave it the name, before the boundary of its word: the Indonesian -ku, -mu and -nya, which are
 * written together with the word before them (EYD V, "Kata Ganti"; KBBI, "-nya"). Empty where the name is too short.
 */
export function encliticsOf(name: string): string {
  const { length } = lastLatinWord(name)
  if (length >= shortestBefore.ku) return '(?:nya|ku|mu)?'
  return length >= shortestBefore.nya ? '(?:nya)?' : ''
}

/**
 * The German genitive of a name, which is an -s without an apostrophe (Duden, "Genitiv der Eigennamen"; official rules, § 96); the
 * apostrophe of Hans' and Andrea's ends a word in any language. Null for a name that has none or whose -s is an ordinary plural.
 */
export function genitiveOf(name: string): RegExp | null {
  const word = lastLatinWord(name)
  if (word.length < shortestBefore.s || sibilant.test(word) || plural.test(word)) return null
  return new RegExp(`s${boundaryAt('s').after.source}`, 'uy')
}

/** Whether a folded text has words that only German has among the languages with an -s for a plural. */
export function readsAsGerman(folded: string): boolean {
  return german.test(folded)
}

function lastLatinWord(name: string): string {
  return lastWord.exec(name)?.[0].toLowerCase() ?? ''
}
