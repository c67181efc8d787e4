import { useRef, useState } from 'react'
import type { InputOf, OutputOf } from '../../api/call.ts'

export type ArticleRow = OutputOf<'articles.get'>['article']
export type ArticleText = { title: string; metaDescription: string; markdown: string }
/** The typed text, and the version on which it is based. */
type Draft = ArticleText & Pick<InputOf<'articles.update'>['body'], 'version'>

/** The unsaved text of an article. It survives a reload and a new sign-in in this tab. */
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
    /** The sent text is saved as a version: text typed meanwhile stays, on top of that version. */
    saved(sent: ArticleText, version: number) {
      const now = latest.current
      keep(now === null || now === sent ? null : { ...now, version })
    },
    forget: () => keep(null),
  }
}

export function textOf({ title, metaDescription, markdown }: ArticleRow): ArticleText {
  return { title: title ?? '', metaDescription: metaDescription ?? '', markdown: markdown ?? '' }
}

function storedDraft(key: string): Draft | null {
  const stored = sessionStorage.getItem(key)
  // safe because only `keep` writes it, in this tab
  return stored === null ? null : (JSON.parse(stored) as Draft)
}
