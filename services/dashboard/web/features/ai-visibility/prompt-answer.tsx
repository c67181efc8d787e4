import { aiVisibility as t } from '../../../texts/ai-visibility.ts'
import type { OutputOf } from '../../api/call.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { UtcMoment } from '../../kit/words/time.tsx'
import { SeenIn } from './prompt-columns.tsx'

type Answer = OutputOf<'prompts.answers'>['answers'][number]

export function PromptAnswer({ answer }: { answer: Answer }) {
  const { model, checkedAt, position, citationPosition, text, citations, sandbox } = answer
  const places = [
    position !== null && t.mentionedAtPosition(position),
    citationPosition !== null && t.citedAtPosition(citationPosition),
  ]
  return (
    <Panel
      title={model}
      line={
        <>
          <UtcMoment at={checkedAt} /> <SeenIn run={answer} /> {places.filter(Boolean).join(', ')}{' '}
          {sandbox && <Badge tone="warn">{t.sampleData}</Badge>}
        </>
      }
    >
      {text === null ? <p>{t.textOfAnAnswer}</p> : <Markdown text={text} />}
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
              {isYours && <Badge tone="good">{t.yourSite}</Badge>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
