import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { identityOf } from './pasted.ts'

/** The ids of the phrases that the site tracks in its own country and language; undefined until they are read. */
export function useTracked(siteId: string): { idOf(phrase: string): string | undefined } | undefined {
  const { data: listed } = useQuery(whole('keywords.list', { params: { id: siteId }, query: {} }, 'keywords'))
  const { data: found } = useQuery(read('sites.get', { params: { id: siteId } }))
  return useMemo(() => {
    if (!listed || !found) return undefined
    const { country, language } = found.project
    const here = listed.keywords.filter((each) => each.country === country && each.language === language)
    const ids = new Map(here.map(({ keyword, id }) => [identityOf(keyword), id]))
    return { idOf: (phrase) => ids.get(identityOf(phrase)) }
  }, [listed, found])
}
