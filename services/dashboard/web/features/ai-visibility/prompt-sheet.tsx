import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { aiVisibility as t } from '../../../texts/ai-visibility.ts'
import { Writes } from '../../api/account.tsx'
import { call, type OutputOf, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/form/filters.tsx'
import { Loaded, Panel, Row, Stack } from '../../kit/layout/page.tsx'
import { Badge, Refused } from '../../kit/notice.tsx'
import { doSoon } from '../../kit/undo.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { UtcMoment } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'
import { type Prompt, SeenIn } from './prompt-columns.tsx'

type PromptSheetProps = { siteId: string; prompt: Prompt; onGone(): void }
const answersShown = 10

export function PromptSheet({ siteId, prompt, onGone }: PromptSheetProps) {
  const [engine, setEngine] = useState(prompt.engines[0]?.engine ?? '')
  const engines = Object.fromEntries(prompt.engines.map((run) => [run.engine, sourceName(run.engine)]))
  return (
    <Stack>
      <Writes>
        <Actions siteId={siteId} prompt={prompt} onGone={onGone} />
      </Writes>
      {engine === '' ? (
        <p>{t.noAiEngineIsSet}</p>
      ) : (
        <>
          <Segments label={t.engine} names={engines} chosen={engine} onChoose={setEngine} />
          <Answers siteId={siteId} promptId={prompt.id} engine={engine} />
        </>
      )}
    </Stack>
  )
}

function Actions({ siteId, prompt: { id: pid, prompt, status }, onGone }: PromptSheetProps) {
  const params = { id: siteId, pid }
  const again = () => readAgain('prompts.list')
  const pause = useMutation({
    mutationFn: (paused: boolean) => call('prompts.update', { params, body: { paused } }),
    onSuccess: again,
  })
  const remove = () => {
    doSoon({
      text: t.deleted(prompt),
      ids: [pid],
      async commit() {
        await call('prompts.delete', { params }, { keepalive: true })
        await again()
      },
    })
    onGone()
  }
  const isPaused = status === 'paused'
  return (
    <>
      <Row>
        <Button busy={pause.isPending} onClick={() => pause.mutate(!isPaused)}>
          {isPaused ? t.resume : t.pause}
        </Button>
        <Button look="danger" onClick={remove}>
          {t.deleteIt}
        </Button>
      </Row>
      {pause.error && <Refused error={pause.error} />}
    </>
  )
}

function Answers({ siteId, promptId, engine }: { siteId: string; promptId: string; engine: string }) {
  const params = { id: siteId, pid: promptId }
  return (
    <Loaded query={read('prompts.answers', { params, query: { engine, limit: answersShown } })}>
      {({ answers, total }) => (
        <>
          {answers.length === 0 && <p>{t.thisEngineHasNotAnswered}</p>}
          {answers.map((answer) => (
            <PromptAnswer key={answer.id} answer={answer} />
          ))}
          {total > answers.length && <p>{t.lastAnswers(answers.length, total)}</p>}
        </>
      )}
    </Loaded>
  )
}

type Answer = OutputOf<'prompts.answers'>['answers'][number]

function PromptAnswer({ answer }: { answer: Answer }) {
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
