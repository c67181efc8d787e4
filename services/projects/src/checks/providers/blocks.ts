import type { BlockKind } from '@rts/shared/contract/rows/results-page'
import type { Blocks } from '../../history/rules/history.ts'
import { foundAt } from './organic.ts'

type Fields = Partial<Record<BlockKind, string | readonly string[]>>
/** A block that names addresses; null where they are unknown. */
type Named = { isThere: boolean | undefined; urls?: readonly string[] | null }

const maxCitations = 30

/**
 * Reads the blocks of a page. `documented` fields are missing where the page has no such block; a field of `assumed`, which no
 * document of the provider confirms, says something only where it is there.
 */
export function blocksOf(
  answer: object,
  { documented = {}, assumed = {} }: { documented?: Fields; assumed?: Fields },
  { snippet, overview }: { snippet?: Named; overview?: Named } = {},
): Blocks {
  const kinds = { ...kindsIn(answer, assumed, undefined), ...kindsIn(answer, documented, false) }
  if (snippet?.isThere !== undefined) kinds.snippet = snippet.isThere
  if (overview?.isThere !== undefined) kinds.ai_overview = overview.isThere
  return {
    kinds,
    citations: overview?.isThere && overview.urls ? addresses(overview.urls).slice(0, maxCitations) : null,
    snippet: (snippet?.isThere && addresses(snippet.urls ?? [])[0]) || null,
  }
}

function kindsIn(answer: object, fields: Fields, otherwise: false | undefined): Blocks['kinds'] {
  const kinds: Blocks['kinds'] = {}
  // safe because the keys of a record are its own names
  for (const kind of Object.keys(fields) as BlockKind[]) {
    const isThere = [fields[kind] ?? []].flat().some((name) => isFilled(Reflect.get(answer, name))) || otherwise
    if (isThere !== undefined) kinds[kind] = isThere
  }
  return kinds
}

/** Whether a field holds anything: providers leave out what a page does not have, or send an empty list. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(Object(value).items ?? value).length > 0
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** The addresses in a list, under one of the names that providers give them. A bad entry never fails the page. */
export function urlsIn(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const url = Object(entry).link ?? Object(entry).url ?? Object(entry).href
    return typeof url === 'string' ? [url] : []
  })
}

/** A block of a field that no document of the provider confirms: where it is missing, the page may have it or not. */
export function assumedBlock(named: Named): Named {
  return { ...named, isThere: named.isThere || undefined }
}

function addresses(urls: readonly string[]): string[] {
  return [...new Set(urls.flatMap((url) => foundAt(url)?.url ?? []))]
}

/** An AI overview with its references in one list; where they are to be asked for apart, whom it cites is unknown. */
export function overviewOf(overview: unknown, references: 'references' | 'reference_links'): Named {
  if (!isFilled(overview)) return { isThere: false }
  const { [references]: list, error } = Object(overview)
  // One that could not be loaded may be there or not.
  if (error && !Array.isArray(list)) return { isThere: undefined }
  return { isThere: true, urls: Array.isArray(list) ? urlsIn(list) : null }
}
