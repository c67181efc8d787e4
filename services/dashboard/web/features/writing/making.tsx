import { writing as t } from '../../../texts/writing.ts'
import { Writes } from '../../api/account.tsx'
import type { OutputOf } from '../../api/call.ts'
import { Form } from '../../kit/form/form.tsx'
import { Badge, Notice } from '../../kit/notice.tsx'

type Made = Pick<OutputOf<'articles.get'>['article'], 'status' | 'generator' | 'error' | 'sandbox'>

export function askWhile(isWritten: boolean): number | false {
  return isWritten ? 2_000 : false
}

export function isUnderWay({ status }: Pick<Made, 'status'>): boolean {
  return status === 'queued' || status === 'writing'
}

export function Making({ made }: { made: Made }) {
  const { word, tone } = stateOf(made)
  return <Badge tone={tone}>{word}</Badge>
}

export function stateOf(made: Made) {
  const { status, generator, sandbox } = made
  if (isUnderWay(made)) return { word: t.beingWritten, tone: 'warn' } as const
  if (status === 'failed') return { word: t.failed, tone: 'bad' } as const
  if (generator === 'offline-outline') return { word: t.outlineLower, tone: 'plain' } as const
  return sandbox ? ({ word: t.sampleText, tone: 'warn' } as const) : ({ word: t.written, tone: 'good' } as const)
}

/** A warning about how the text was made; a failed one can be tried again. */
export function HowMade({ made, onAgain }: { made: Made; onAgain(): Promise<unknown> }) {
  const { status, generator, error } = made
  if (isUnderWay(made)) return <Notice>{t.articleIsBeingWritten}</Notice>
  if (status === 'failed')
    return (
      <Notice tone="bad">
        <p>{whyFailed(error)}</p>
        <Writes>
          <Form action={t.tryAgain} look="plain" onSend={onAgain} />
        </Writes>
      </Notice>
    )
  if (generator === 'offline-outline')
    return <Notice tone="warn">{error === null ? t.noWriterIsSetUp : t.writersAnswer}</Notice>
  return null
}

type Failure = OutputOf<'articles.get'>['article']['error']

const causes: Record<NonNullable<Failure>, string> = {
  auth: t.aiProviderRejectedThisInstallations,
  quota: t.thisInstallationsQuota,
  rate: t.aiProvidersRateLimit,
  bad_request: t.aiProviderRejectedTheRequest,
  unsupported: t.aiProviderDoesNotWrite,
  upstream: t.aiProviderReturnedAnUnexpected,
  timeout: t.aiProviderDidNotAnswer,
  parse: t.aiProvidersAnswer,
  suspect: t.aiProvidersAnswer,
  respelled: t.aiProvidersAnswer,
  storage: t.textCouldNotBeSaved,
  budget: t.thisInstallationsDailyBudget,
  no_provider: t.noWriterSetUpLower,
}

function whyFailed(error: Failure): string {
  return error === null ? t.articleCouldNotBeWritten : t.articleCouldNotWrittenNamed(causes[error])
}
