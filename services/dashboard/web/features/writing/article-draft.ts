import { useRef, useState } from 'react'
import type { InputOf, OutputOf } from '../../api/call.ts'

export type ArticleRow = OutputOf<'articles.get'>['article']
export type ArticleText = { title: string; metaDescription: string; markdown: string }
/** What was typed, and the version that it was typed over. */
type Draft = ArticleText & Pick<InputOf<'articles.update'>['body'], 'version'>

/** What is typed into an article and not saved yet. It outlives a reload and a new sign-in in this tab. */
export function useArticleDraft(article: ArticleRow) {
  const key = `article ${article.id}`
  const [draft, setDraft] = useState(() => storedDraft(key))
  const text = draft ?? { ...textOf(article), version: article.version }
  const latest = useRef(draft)
  const keep = (next: Draft | null) => {
    latest.current = next
    setDraft(next)
    if (next) sessionStorage.setItem(key, JSON.stringify(next))
    else sessionStorage.removeItem(key)
  }
  return {
    text,
    isChanged: draft !== null,
    change: (part: Partial<Draft>) => keep({ ...text, ...part }),
    /** What was sent is saved as a version: what was typed meanwhile stays, over that version. */
    saved(sent: ArticleText, version: number) {
      const now = latest.current
      keep(now === null || now === sent ? null : { ...now, version })
    },
    forget: () => keep(null),
  }
}

function textOf({ title, metaDescription, markdown }: ArticleRow): ArticleText {
  return { title: title ?? '', metaDescription: metaDescription ?? '', markdown: markdown ?? '' }
}

function storedDraft(key: string): Draft | null {
  const stored = sessionStorage.getItem(key)
  // safe because only `keep` writes it, in this tab
  return stored === null ? null : (JSON.parse(stored) as Draft)
}
