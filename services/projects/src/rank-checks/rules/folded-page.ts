import type { CompactPage } from './positions.ts'

type List = readonly (string | null)[]
/** A list as one text of lines, '' for null; as it is where an entry has a line end. */
type Folded = string | List

/**
 * A page while it waits to be written. Its two hundred small texts would be moved, one by one, into the old generation, whose
 * collections are the dearest part of a check; as two texts they die young.
 */
export type FoldedPage<P> = Omit<P, keyof CompactPage> & Lists
type Lists = { lists: { hosts: Folded; urls: Folded } }

export function foldPage<P extends CompactPage>({ hosts, urls, ...rest }: P): FoldedPage<P> {
  return { ...rest, lists: { hosts: folded(hosts), urls: folded(urls) } }
}

/** The page as it was before it was folded. */
export function unfoldPage<F extends Lists>({ lists, ...rest }: F): Omit<F, 'lists'> & CompactPage {
  const hosts = unfolded(lists.hosts).map((host) => host ?? '')
  const urls = unfolded(lists.urls).map((url) => (url === '' ? null : url))
  return { ...rest, hosts, urls }
}

function folded(list: List): Folded {
  const isFoldable = list.length > 0 && !list.some((entry) => entry?.includes('\n'))
  return isFoldable ? list.join('\n') : list
}

function unfolded(list: Folded): List {
  return typeof list === 'string' ? list.split('\n') : list
}
