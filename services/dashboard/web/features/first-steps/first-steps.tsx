import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstSteps as t } from '../../../texts/first-steps.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Columns, Muted, Panel } from '../../kit/layout/page.tsx'
import { StepList } from '../../kit/layout/step-list.tsx'
import { pages } from '../../routes.ts'
import { nextOf, type Step, stepsOf, type Taken } from './steps.ts'

const soonMs = 3_000

export function FirstSteps({ siteId }: { siteId?: string }) {
  const { accountId } = useAccount()
  const [isClosed, setClosed] = useState(() => isHidden(accountId))
  const { data } = useQuery({
    ...read('firstSteps.get', { query: siteId === undefined ? {} : { siteId } }),
    enabled: !isClosed,
    refetchInterval: ({ state }) => (state.data?.hasKeywords && !state.data.hasRanks ? soonMs : false),
  })
  const { isLimited } = useRights()
  const { data: google } = useQuery({ ...read('searchConsole.get', {}), enabled: data !== undefined && !isLimited })
  const about = data?.siteId ?? null
  const { data: emails } = useQuery({
    ...read('siteLetters.get', { params: { id: about ?? '' } }),
    enabled: about !== null,
  })
  const { data: shared } = useQuery({
    ...read('reports.list', { params: { id: about ?? '' } }),
    enabled: about !== null,
  })
  if (isClosed || !data || !google || (about !== null && !(emails && shared))) return null
  const isAsked = emails?.letters.isAsked ?? false
  const hasReport = (shared?.reports.length ?? 0) > 0
  const steps = stepsOf(data, { hasGoogle: google.isAvailable, isAsked, hasReport })
  if (!nextOf(steps) || (siteId !== undefined && siteId === data.demoId)) return null
  const close = () => {
    hide(accountId)
    setClosed(true)
  }
  const list = <Steps steps={steps} taken={data} onHide={close} />
  return siteId === undefined && data.demoId !== null ? (
    <Columns>
      {list}
      <Demo siteId={data.demoId} />
    </Columns>
  ) : (
    list
  )
}

function Steps({ steps, taken, onHide }: { steps: readonly Step[]; taken: Taken; onHide(): void }) {
  const next = nextOf(steps)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel
      title={t.firstSteps}
      line={t.doneOf(done, steps.length)}
      actions={
        <Button look="quiet" onClick={onHide}>
          {t.hide}
        </Button>
      }
    >
      <StepList
        words={{ done: t.done, open: t.open }}
        steps={steps.map((step) => ({
          ...step,
          // The next one alone is explained: what is below the steps stays in sight.
          hint: step === next ? step.hint : null,
          // Without a site there is no page of one.
          action: (taken.siteId !== null || step === next) && !step.isDone && (
            <StepLink step={step} siteId={taken.siteId ?? ''} isNext={step === next} />
          ),
        }))}
      />
    </Panel>
  )
}

function StepLink({ step: { to, hash, action }, siteId, isNext }: { step: Step; siteId: string; isNext: boolean }) {
  return (
    <ButtonLink
      look={isNext ? 'primary' : 'plain'}
      to={to}
      params={{ siteId }}
      hash={hash ?? ''}
      hashScrollIntoView={false}
    >
      {action}
    </ButtonLink>
  )
}

function Demo({ siteId }: { siteId: string }) {
  return (
    <Panel title={t.demo}>
      <Muted>{t.demoHint}</Muted>
      <p>
        <ButtonLink to={pages.site} params={{ siteId }}>
          {t.openDemo}
        </ButtonLink>
      </p>
    </Panel>
  )
}

const yearSeconds = 31_536_000
const name = 'first-steps-hidden'

/** Whether the person hid the first steps of an account in this browser. A cookie, because signing out empties the storage. */
function isHidden(accountId: string): boolean {
  return accountsOf(document.cookie).includes(accountId)
}

function hide(accountId: string): void {
  const accounts = [...accountsOf(document.cookie), accountId].slice(-20).join('.')
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${name}=${accounts}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

function accountsOf(cookies: string): string[] {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1).split('.') ?? []
}
