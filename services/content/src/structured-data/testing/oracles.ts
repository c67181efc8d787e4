import { JsonLdParser } from 'jsonld-streaming-parser'
import { MicrodataRdfParser } from 'microdata-rdf-streaming-parser'
import { RdfaParser } from 'rdfa-streaming-parser'

/** Types per thing, and properties per type, by last names. */
export type Said = { types: string[]; properties: string[] }

type Term = { termType: string; value: string }
type Quad = { subject: Term; predicate: Term; object: Term }
type Parser = {
  on(event: 'data', heard: (quad: Quad) => void): unknown
  on(event: 'error', heard: (error: Error) => void): unknown
  on(event: 'end', heard: () => void): unknown
  write(text: string): unknown
  end(): unknown
}

const baseIRI = 'https://page.example/'
const context = {
  '@context': { '@vocab': 'https://schema.org/', id: '@id', type: '@type', schema: 'https://schema.org/' },
}

const parserOf = {
  jsonld: () => new JsonLdParser({ baseIRI, documentLoader: { load: async () => context } }),
  microdata: () => new MicrodataRdfParser({ baseIRI }),
  rdfa: () => new RdfaParser({ baseIRI, contentType: 'text/html' }),
}
export type OracleSyntax = keyof typeof parserOf

/** Triples from a W3C-conformant parser. */
export async function askOracle(syntax: OracleSyntax, text: string): Promise<Said> {
  // safe because all three are streams of quads
  const parser = parserOf[syntax]() as unknown as Parser
  const quads = await new Promise<Quad[]>((done, failed) => {
    const read: Quad[] = []
    parser.on('data', (quad) => read.push(quad))
    parser.on('error', failed)
    parser.on('end', () => done(read))
    parser.write(text)
    parser.end()
  })
  return saidBy(quads)
}

const lastName = (iri: string) => iri.replace(/^.*[/#:]/, '')
// RDFa's vocabulary statement is no property.
const vocabularyName = 'http://www.w3.org/ns/rdfa#usesVocabulary'
const typeName = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

function saidBy(quads: Quad[]): Said {
  const types = new Map<string, Set<string>>()
  for (const { subject, predicate, object } of quads) {
    if (predicate.value !== typeName) continue
    types.set(subject.value, (types.get(subject.value) ?? new Set()).add(lastName(object.value)))
  }
  const properties = new Set<string>()
  for (const { subject, predicate } of quads) {
    if (predicate.value === typeName || predicate.value === vocabularyName) continue
    for (const type of types.get(subject.value) ?? []) properties.add(`${type}.${lastName(predicate.value)}`)
  }
  return {
    types: [...types.values()].map((names) => [...names].sort().join('+')).sort(),
    properties: [...properties].sort(),
  }
}
