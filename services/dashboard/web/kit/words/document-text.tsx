import { Children, isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import css from './document-text.module.css'
import markdown from './markdown.module.css'

/** Where a link leads; null: nowhere, and only its words are shown. */
type PlaceOf = (href: string) => string | null

/** A document below its title, with tables and the anchors of its headings. HTML in it is left out. */
export function DocumentText({ text, placeOf }: { text: string; placeOf: PlaceOf }) {
  return (
    <div className={`${markdown.text} ${css.document}`}>
      <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={componentsWith(placeOf)}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

function componentsWith(placeOf: PlaceOf): Components {
  return {
    h2: ({ children }) => <h2 id={anchorOf(children)}>{children}</h2>,
    h3: ({ children }) => <h3 id={anchorOf(children)}>{children}</h3>,
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard has to reach them
    pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
    table: ({ children }) => (
      <div className={css.table} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above
    a: ({ href = '', children }) => {
      const place = placeOf(href)
      return place === null ? children : <a href={place}>{children}</a>
    },
  }
}

/** The code in a heading if there is some, otherwise its words as GitHub writes them in addresses. */
function anchorOf(heading: ReactNode): string {
  const parts = Children.toArray(heading)
  const code = parts.find((part) => isValidElement(part) && part.type === 'code')
  if (code !== undefined) return wordsOf(code)
  return parts
    .map(wordsOf)
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function wordsOf(part: ReactNode): string {
  if (isValidElement<{ children?: ReactNode }>(part)) return Children.toArray(part.props.children).map(wordsOf).join('')
  return typeof part === 'string' ? part : ''
}
