import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'

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

type Failure = OutputOf<'articles.get'>['article']['error']

const causes: Record<NonNullable<Failure>, string> = {
  auth: 'the writer’s provider refused the key of this installation',
  quota: 'the quota of this installation at the writer’s provider is used up',
  rate: 'the writer’s provider was asked too often',
  bad_request: 'the writer’s provider refused the request',
  unsupported: 'the writer’s provider does not write this',
  upstream: 'the writer’s provider did not answer as it should',
  timeout: 'the writer did not answer in time',
  parse: 'the writer’s answer could not be read',
  storage: 'the text could not be stored',
  budget: 'what this installation may spend on writing today is used up',
  no_provider: 'no writer is set up in this installation',
}

/** Why a text was not written, as a sentence. */
function whyFailed(error: Failure): string {
  return error === null ? 'It could not be written.' : `It could not be written: ${causes[error]}.`
}
