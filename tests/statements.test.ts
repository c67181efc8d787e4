import path from 'node:path'
import { expect, it } from 'vitest'
import { readDocument } from './statements/document.ts'
import { readKnown } from './statements/known.ts'
import { type Kind, kinds } from './statements/statement.ts'
import { countsOf, readDocuments, statementsOf } from './statements/statements.ts'
import { readTree } from './statements/tree.ts'

const root = path.resolve(import.meta.dirname, '..')
const known = readKnown(root)
const tree = readTree(root)
const documents = readDocuments(root)

/** The kinds of the statements of a document that do not hold. */
function wrongIn(text: string, file = 'docs/planted.md'): Kind[] {
  return statementsOf([...documents, readDocument(file, text)], known, tree)
    .filter((statement) => statement.file === file && !statement.holds)
    .map(({ kind }) => kind)
}

it('every path, command, variable, metric, code, tool, log line, endpoint, anchor and link of a document is there', () => {
  const wrong = statementsOf(documents, known, tree).filter(({ holds }) => !holds)
  expect(wrong.map(({ file, line, kind, says }) => `${file}:${line}: no such ${kind}: ${says}`)).toEqual([])
})

it('holds more than two thousand statements, so many of each kind', () => {
  const counts = countsOf(statementsOf(documents, known, tree))
  const least: Record<Kind, number> = {
    link: 220,
    path: 650,
    command: 180,
    variable: 450,
    metric: 60,
    tool: 40,
    'error code': 60,
    'audit code': 130,
    'log line': 15,
    endpoint: 70,
    name: 400,
  }
  for (const kind of kinds) expect([kind, counts[kind]]).toEqual([kind, Math.max(counts[kind], least[kind])])
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThan(2_300)
})

it.each<[Kind, string]>([
  ['link', 'See [there](nowhere.md).'],
  ['link', 'See [there](../README.md#nowhere).'],
  ['path', 'The file `services/gateway/src/nowhere.ts`.'],
  ['path', 'The file `nowhere-at-all.test.ts`.'],
  ['path', '```sh\nsh deploy/nowhere.sh confirm\n```'],
  ['command', 'Run `npm run nothing`.'],
  ['command', 'Run `npm run -s bench -- nothing`.'],
  ['command', 'Run `account rename`.'],
  ['command', '```sh\nnpm run -s admin -- account list --colour red\n```'],
  ['command', '```sh\ndocker compose up -d nothing\n```'],
  ['command', '```sh\ndocker compose run --rm operator account rename --account ID\n```'],
  ['command', '```sh\nrank-tracker-cli sites --colour\n```'],
  ['variable', 'Set `SERP_NOTHING`.'],
  ['variable', '```sh\nSERP_NOTHING=1 npm start\n```'],
  ['metric', 'Look at `gateway_nothing_total{status}`.'],
  ['tool', 'The tool `keyword_nothing` answers.'],
  ['error code', 'The code `nothing_found`.'],
  ['audit code', 'The issue `TITLE_NOTHING`.'],
  ['log line', 'The log has the line `fact not taken`.'],
  ['endpoint', 'Call `GET /projects/:id/nothing`.'],
  ['endpoint', '```sh\napi $BASE/projects/$SITE/nothing\n```'],
  ['name', 'The field `nothingAtAll`.'],
  ['name', 'The operation `sites.nothing`.'],
])('refuses a false %s: %s', (kind, text) => expect(wrongIn(text)).toEqual([kind]))

it.each([
  'Run `npm start`, then `npm run -s admin -- key create --account ID --name N`.',
  '```sh\ndocker compose --profile operator build\ndocker compose exec -T postgres pg_dump -U postgres gateway\n```',
  '```js\nconst { key } = process.env.OWN_NAME\n```\n\nSet `OWN_NAME`.',
  'Any `services/NAME/src/main.ts`, and `docs/*.md`.',
])('leaves %j alone', (text) => expect(wrongIn(text)).toEqual([]))
