import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'

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
  const { status, generator, sandbox } = made
  if (isUnderWay(made)) return <Badge tone="warn">being written</Badge>
  if (status === 'failed') return <Badge tone="bad">failed</Badge>
  if (generator === 'offline-outline') return <Badge>outline</Badge>
  return <Badge tone={sandbox ? 'warn' : 'good'}>{sandbox ? 'sandbox: played' : 'written'}</Badge>
}

/** What its maker wants to be known before anybody reads it. */
export function HowMade({ made }: { made: Made }) {
  const { status, generator, error } = made
  if (isUnderWay(made)) return <Notice>It is being written: that may take a minute.</Notice>
  if (status === 'failed')
    return <Notice tone="bad">It could not be written ({error ?? 'unknown'}). It is tried again by itself.</Notice>
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
