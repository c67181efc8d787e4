import { readFileSync } from 'node:fs'

type Term = { of: string[]; ranges: string[]; supersededBy: string | null }
export type Property = { domains: string[]; ranges: string[]; supersededBy: string | null }

export type Vocabulary = {
  isClass: (name: string) => boolean
  supersededClass: (name: string) => string | null
  property: (name: string) => Property | null
  /** Equal or a subclass. */
  isKind: (name: string, ancestor: string) => boolean
  /** Enumerations of a value such as `InStock`. */
  enumerationsOf: (member: string) => readonly string[]
  classNames: readonly string[]
  propertyNames: readonly string[]
  memberNames: readonly string[]
}

/** Reads the table of scripts/schema-org.ts. */
export function readVocabulary(): Vocabulary {
  return createVocabulary(readFileSync(new URL('schema-org.tsv', import.meta.url), 'utf8'))
}

function createVocabulary(table: string): Vocabulary {
  const tables = termsOf(table)
  const ancestors = new Map<string, Set<string>>()
  const ancestorsOf = (name: string): Set<string> => {
    const known = ancestors.get(name)
    if (known) return known
    const all = new Set([name])
    ancestors.set(name, all)
    for (const parent of tables.class.get(name)?.of ?? []) for (const one of ancestorsOf(parent)) all.add(one)
    return all
  }
  return {
    isClass: (name) => tables.class.has(name),
    supersededClass: (name) => tables.class.get(name)?.supersededBy ?? null,
    property: (name) => {
      const term = tables.property.get(name)
      return term ? { domains: term.of, ranges: term.ranges, supersededBy: term.supersededBy } : null
    },
    isKind: (name, ancestor) => ancestorsOf(name).has(ancestor),
    enumerationsOf: (member) => tables.member.get(member)?.of ?? [],
    classNames: [...tables.class.keys()],
    propertyNames: [...tables.property.keys()],
    memberNames: [...tables.member.keys()],
  }
}

function termsOf(table: string) {
  const tables = { class: new Map<string, Term>(), property: new Map<string, Term>(), member: new Map<string, Term>() }
  for (const line of table.split('\n')) {
    const [kind, name, of = '', ranges = '', successor = ''] = line.split('\t')
    if (!name || !(kind === 'class' || kind === 'property' || kind === 'member')) continue
    tables[kind].set(name, { of: words(of), ranges: words(ranges), supersededBy: successor || null })
  }
  return tables
}

function words(column: string): string[] {
  return column === '' ? [] : column.split(' ')
}
