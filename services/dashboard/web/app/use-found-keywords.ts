import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { app as t } from '../../texts/app.ts'
import { read } from '../api/call.ts'
import type { Way } from '../kit/keys/way.ts'
import { pages } from '../routes.ts'

const fewest = 2
const pauseMs = 150

/** Keywords of all sites with the typed text in them, those of the open site first. */
export function useFoundKeywords(text: string): { ways: Way[]; error: Error | null } {
  const navigate = useNavigate()
  const { siteId } = useParams({ strict: false })
  const q = useLate(text.trim().slice(0, 200))
  const isAsked = q.length >= fewest
  const { data, error } = useQuery({
    ...read('foundKeywords.list', { query: { q, siteId } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const ways = (isAsked ? (data?.keywords ?? []) : []).map(({ id, keyword, projectId, site }) => ({
    id,
    name: keyword,
    of: t.keywordOf(site),
    go: () => void navigate({ to: pages.keywords, params: { siteId: projectId }, search: { open: id } }),
  }))
  return { ways, error }
}

/** A text once it has not changed for a moment: not every letter is a question. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
