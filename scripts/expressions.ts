// Refuses regular expressions whose cost grows faster than a text of others: `node scripts/expressions.ts`, a part of `npm run verify`.
// recheck reads each literal. Expressions that are composed at run time, and sets of flag v, it cannot read.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'

type Found = { file: string; source: string; flags: string }

const root = path.resolve(import.meta.dirname, '..')
/** Bounds by steps alone: by time, a loaded machine would decide otherwise. */
const untimed = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: null,
  seedingTimeout: null,
}
/** Programs of one person and the simulated world read only their own texts. */
const places = '{packages/{shared,outside}/src,services/*/src}/**/*.ts'
const ownTexts = /\.test\.ts$|\/(testing|generated|built)\//

/** Expressions that may take the square of their text, by what bounds it. */
const bounded: Record<string, string> = {
  '\\/+$': 'an operator’s variable',
  '^\\/+|\\/+$': 'a path of 16 KB at most, for which a key pays',
  '\\.+$': 'a host of an address',
  '\\n+(?=# HELP )': 'our own metrics',
  ';\\s*rel\\s*=\\s*"?[^";]*\\bcanonical\\b': 'one header of an answer, 16 KB with the others',
  '<([^>]*)>': 'one header of an answer, 16 KB with the others',
  '[\\s.…»>→:]+$': 'a link’s words, forty letters',
  '^(.*:)?(.*)$': 'the name of one element; without line ends it is linear',
  '(?:[^,(]|\\([^)]*\\)?)*': 'a `srcset` of 20,000 letters; what matches everywhere never goes back',
  '<meta[^>]+charset\\s*=\\s*["\']?\\s*([^\\s"\'/>;]+)': 'the first 1,024 bytes of a page',
  '<meta[^>]+charset=["\']?([\\w-]+)': 'the first 1,024 bytes of a page',
  '`[^`\\n]*`|\\]\\([^)\\s]*\\)|https?:\\/\\/\\S+': 'an article within the bound of an answer',
  '\\]\\([^)]*\\)': 'an article within the bound of an answer',
  '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}_-]*(?:[.。][\\p{L}\\p{M}\\p{N}_-]+)+': 'a title or note of a report',
  '\\S+@\\S+': 'a message of the library',
  '%.*$': 'an address of a socket or of one header',
  '\\p{Script=Cyrillic}{4,}[аяьй]$': 'the name of a site or a rival',
  '\\p{Script=Latin}+$': 'a word of an answer',
  '^[ \\t>]*(`{3,}|~{3,})([^`\\n]*)$': 'a line of an answer',
  '[\\s\\p{P}]+$': 'a prompt of 500 letters',
  '<(?:!--[\\s\\S]*?(?:-->|$)|[!?][^>]*>?|(\\/?)([a-z][^\\s/>]*)((?:"[^"]*"|\'[^\']*\'|[^"\'>])*)>?)':
    'sticky: it is tried at one place',
}

/** The literals of a file. TypeScript 7 has no parser for programs; Vite's has one. */
const { parseSync, Visitor } = await import(path.join(root, 'services/dashboard/node_modules/vite/dist/node/index.js'))
function literalsOf(file: string): Found[] {
  const found: Found[] = []
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  const Literal = ({ regex }: { regex?: { pattern: string; flags: string } }) => {
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags })
  }
  new Visitor({ Literal }).visit(program)
  return found
}

const files = globSync(places, { cwd: root }).filter((file) => !ownTexts.test(file))
const literals = new Map(files.flatMap(literalsOf).map((literal) => [`/${literal.source}/${literal.flags}`, literal]))
const unused = new Set(Object.keys(bounded))
const dear: string[] = []
for (const [written, { file, source, flags }] of literals) {
  unused.delete(source)
  if (source in bounded) continue
  const checked = await check(source, flags, untimed)
  if (checked.status === 'vulnerable') dear.push(`${file}: ${written} is ${checked.complexity.summary}`)
}
for (const source of unused) dear.push(`no file has /${source}/ any more: take it off the list`)
console.log(dear.length > 0 ? dear.join('\n') : `${literals.size} expressions`)
process.exit(dear.length > 0 ? 1 : 0)
