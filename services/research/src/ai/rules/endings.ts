import { boundaryAt } from './boundary.ts'

/** Shorter names may begin other words: Ke-nya, So-nya, Hai-ku, Sudo-ku. */
const shortestBefore = { nya: 4, ku: 5, s: 4 }
const lastWord = /\p{Script=Latin}+$/u
/** Genitive by apostrophe alone: Hans', Felix'. */
const sibilant = /(?:[sxz]|ce)$/
/** Nouns from English and French whose -s is the plural: Notions, Fittings, Statements. */
const plural = /(?:ion|ing|ment|ness)$/
/** Words of German (or Danish, with the same genitive), not of languages with a plural in -s. */
const german =
  /(?<!\p{L})(?:und|oder|aber|sowie|der|dem|einen?|einer|einem|ist|sind|wird|werden|wurde|haben|kann|gibt|mag|ich|wir|sich|ihre[nrms]?|seine[nrms]?|diese[nrms]?|viele[nr]?|neue[nrms]?|für|mit|auf|bei|beim|nach|vom|zum|zur|über|durch|gegen|zwischen|nicht|auch|noch|nur|mehr|sehr|schon|besonders|wenn|dass|weil)(?!\p{L})/u

/** Indonesian -ku, -mu, -nya may follow a name (EYD V, "Kata Ganti"; KBBI, "-nya"). Empty if it is too short. */
export function encliticsOf(name: string): string {
  const { length } = lastLatinWord(name)
  if (length >= shortestBefore.ku) return '(?:nya|ku|mu)?'
  return length >= shortestBefore.nya ? '(?:nya)?' : ''
}

/** German genitive -s (Duden, "Genitiv der Eigennamen"; official rules, § 96). Null if none, or an ordinary plural. */
export function genitiveOf(name: string): RegExp | null {
  const word = lastLatinWord(name)
  if (word.length < shortestBefore.s || sibilant.test(word) || plural.test(word)) return null
  return new RegExp(`s${boundaryAt('s').after.source}`, 'uy')
}

/** Has words only German has, among languages with a plural in -s. */
export function readsAsGerman(folded: string): boolean {
  return german.test(folded)
}

function lastLatinWord(name: string): string {
  return lastWord.exec(name)?.[0].toLowerCase() ?? ''
}
