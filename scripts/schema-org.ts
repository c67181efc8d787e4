// Compiles schema.org's vocabulary into the table that the content service reads:
//   node scripts/schema-org.ts schemaorg-all-https.jsonld 30.0
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const target = path.resolve(import.meta.dirname, '../services/content/src/structured-data/vocabulary/schema-org.tsv')
const [file, release] = process.argv.slice(2)
if (!file || !release) throw new Error('usage: node scripts/schema-org.ts FILE RELEASE')

type Row = Record<string, unknown>

/** The names of schema.org's terms in a field, sorted; terms of other vocabularies are left out. */
function names(row: Row, field: string): string[] {
  return [row[field] ?? []]
    .flat()
    .map((value) => (typeof value === 'string' ? value : String(Object(value)['@id'])))
    .filter((id) => id.startsWith('schema:'))
    .map((id) => id.slice('schema:'.length))
    .sort()
}

function lineOf(row: Row): string[] {
  const [name] = names(row, '@id')
  if (!name) return []
  const kinds = [row['@type']].flat()
  const successor = names(row, 'schema:supersededBy')[0] ?? ''
  const line = (kind: string, of: string[], to: string[]) =>
    [kind, name, of.join(' '), to.join(' '), successor].join('\t').trimEnd()
  const lines: string[] = []
  if (kinds.includes('rdfs:Class')) lines.push(line('class', names(row, 'rdfs:subClassOf'), []))
  if (kinds.includes('rdf:Property'))
    lines.push(line('property', names(row, 'schema:domainIncludes'), names(row, 'schema:rangeIncludes')))
  const enumerations = names(row, '@type').filter((name) => name !== 'DataType')
  if (enumerations.length > 0) lines.push(line('member', enumerations, []))
  return lines
}

// safe because a release of the vocabulary is a JSON-LD document with one flat graph
const { '@graph': graph } = JSON.parse(readFileSync(file, 'utf8')) as { '@graph': Row[] }
const head = [
  `# schema.org ${release}: data/releases/${release}/schemaorg-all-https.jsonld of https://github.com/schemaorg/schemaorg; CC BY-SA 3.0 (https://schema.org/docs/terms.html).`,
  '# Made by scripts/schema-org.ts. Columns: kind, name, parents or domains or enumerations, ranges, superseded by.',
]
writeFileSync(target, `${[...head, ...graph.flatMap(lineOf).sort()].join('\n')}\n`)
