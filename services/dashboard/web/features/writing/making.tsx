import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { whyFailed } from './why-failed.ts'

type Made = Pick<OutputOf<'articles.get'>['article'], 'status' | 'generator' | 'error' | 'sandbox'>

/** Asks again every other second while something is written. */
export function askWhile(isWritten: boolean): number | false {
  return isWritten ? 2_000 : false
}

/** Whether it is being written right now. */
export function isUnderWay({ status }: Pick<Made, 'status'>): boolean {
  return status === 'queued' || status === 'writing'
}

/** The state of a plan or an article in a word. */
export function Making({ made }: { made: Made }) {
  const { word, tone } = stateOf(made)
  return <Badge tone={tone}>{word}</Badge>
}

export function stateOf(made: Made) {
  const { status, generator, sandbox } = made
  if (isUnderWay(made)) return { word: 'being written', tone: 'warn' } as const
  if (status === 'failed') return { word: 'failed', tone: 'bad' } as const
  if (generator === 'offline-outline') return { word: 'outline', tone: 'plain' } as const
  return sandbox ? ({ word: 'sample text', tone: 'warn' } as const) : ({ word: 'written', tone: 'good' } as const)
}

type HowMadeProps = { made: Made; onAgain(): Promise<unknown> }

/** What its maker wants to be known before anybody reads it; what failed can be tried again. */
export function HowMade({ made, onAgain }: HowMadeProps) {
  const { status, generator, error } = made
  if (isUnderWay(made)) return <Notice>It is being written: that may take a minute.</Notice>
  if (status === 'failed')
    return (
      <Notice tone="bad">
        <p>{whyFailed(error)}</p>
        <Form action="Try again" look="plain" onSend={onAgain} />
      </Notice>
    )
  if (generator === 'offline-outline')
    return (
      <Notice tone="warn">
        {error === null
          ? 'No writer is set up in this installation: this is an outline to fill in.'
          : 'The writer’s answer could not be used: this is an outline to fill in.'}
      </Notice>
    )
  return null
}
