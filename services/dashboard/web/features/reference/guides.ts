import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/send.ts'
import { guidesPath } from '../../routes.ts'

/** A guide for callers, as Markdown: a page of docs/api or docs/agents of the repository; that of errors ends with docs/reference/errors.md. */
export type Guide = { name: string; folder: 'api' | 'agents'; title: string; text: string }

export const guides = queryOptions({
  queryKey: ['guides'],
  // safe because the build of the pages writes it, in this form
  queryFn: async ({ signal }) => (await get(guidesPath, { signal })) as { guides: Guide[] },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where a link of a guide leads here; null for a page of the repository that is not served. */
export function placeOf(href: string, all: readonly Guide[]): string | null {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [, name = '', hash = ''] = /^(?:\.\.\/(?:api|agents|reference)\/)?([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  return all.some((guide) => guide.name === name) ? `/docs/${name}${hash}` : null
}
