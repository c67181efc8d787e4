import type { Ref } from 'react'
import ReactMarkdown from 'react-markdown'
import css from './markdown.module.css'

/** A text as it reads. HTML in it is left out, and links lead nowhere but to addresses of the web. */
export function Markdown({ text, ref }: { text: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div className={css.text} ref={ref}>
      <ReactMarkdown skipHtml>{text}</ReactMarkdown>
    </div>
  )
}
