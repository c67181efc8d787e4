import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { Moment } from '../../kit/words/time.tsx'
import { SeenIn } from './prompt-columns.tsx'

type Answer = OutputOf<'prompts.answers'>['answers'][number]

/** What an engine answered, with the pages that it cites. */
export function PromptAnswer({ answer }: { answer: Answer }) {
  const { model, checkedAt, position, citationPosition, text, citations, sandbox } = answer
  const places = [
    position !== null && `named as number ${position}`,
    citationPosition !== null && `cited as number ${citationPosition}`,
  ]
  return (
    <Panel
      title={model}
      line={
        <>
          <Moment at={checkedAt} /> <SeenIn run={answer} /> {places.filter(Boolean).join(', ')}{' '}
          {sandbox && <Badge tone="warn">Sample data</Badge>}
        </>
      }
    >
      {text === null ? <p>The words of an answer are kept for ninety days.</p> : <Markdown text={text} />}
      {citations.length > 0 && (
        <ol>
          {citations.map(({ url, domain, title, isYours }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer may cite a page twice, and never changes
            <li key={i}>
              {i + 1}.{' '}
              {/^https?:/.test(url) ? (
                <a href={url} rel="noreferrer" target="_blank" title={url}>
                  {title ?? domain}
                </a>
              ) : (
                domain
              )}{' '}
              {isYours && <Badge tone="good">yours</Badge>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
