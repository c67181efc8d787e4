import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { call, change, type InputOf, readAgain } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { Notice, Refused } from '../../kit/notice.tsx'
import { Secret, useSecret } from '../../kit/words/code.tsx'
import { Ago, Moment } from '../../kit/words/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { EditEndpoint } from './endpoint-forms.tsx'
import { type Endpoint, nameOf, outcomeOf, StateBadge } from './words.tsx'

type DialogProps = { siteId: string; endpoint: Endpoint | undefined; mayManage: boolean; onClose(): void }

export function EndpointDialog({ endpoint, onClose, ...props }: DialogProps) {
  const { secret, isSure, show, close } = useSecret(onClose)
  const title = endpoint ? nameOf(endpoint) : ''
  return (
    <Dialog title={title} side="right" open={endpoint !== undefined} onClose={close}>
      {secret !== undefined && (
        <Secret label={t.secret} line={t.secretShownOnce} secret={secret} isSure={isSure} onClose={close} />
      )}
      {endpoint && secret === undefined && (
        <Opened key={endpoint.id} {...props} endpoint={endpoint} onSecret={show} onClose={close} />
      )}
    </Dialog>
  )
}

type OpenedProps = Omit<DialogProps, 'endpoint'> & { endpoint: Endpoint; onSecret(secret: string): void }

function Opened({ siteId, endpoint, mayManage, onSecret, onClose }: OpenedProps) {
  const params = { id: siteId, endpointId: endpoint.id }
  return (
    <>
      <State endpoint={endpoint} />
      {mayManage && <Actions params={params} endpoint={endpoint} onSecret={onSecret} onClose={onClose} />}
      <Deliveries params={params} mayManage={mayManage} />
    </>
  )
}

function State({ endpoint }: { endpoint: Endpoint }) {
  const { address, state, restsFor, failingSince, nextTryAt, createdAt, formerSecretUntil, events } = endpoint
  const until = formerSecretUntil
  return (
    <>
      {state === 'resting' && <Notice tone="bad">{restsFor === 'removed' ? t.removedText : t.failingText}</Notice>}
      {until !== null && <Notice>{t.formerSecret(<Moment at={until} />)}</Notice>}
      <Facts>
        {[
          [t.address, address],
          [t.state, <StateBadge key="state" {...endpoint} />],
          [t.eventsHead, events.map((type) => t.events[type]).join(', ')],
          [t.added, <Ago key="added" at={createdAt} />],
          ...(failingSince === null ? [] : [[t.failingSince, <Ago key="since" at={failingSince} />] as const]),
          ...(nextTryAt === null ? [] : [[t.nextTry, <Moment key="next" at={nextTryAt} />] as const]),
        ].map(([name, value]): [string, React.ReactNode] => [String(name), value])}
      </Facts>
    </>
  )
}

type Params = InputOf<'webhooks.delete'>['params']
type ActionsProps = { params: Params; endpoint: Endpoint; onSecret(secret: string): void; onClose(): void }

function Actions({ params, endpoint, onSecret, onClose }: ActionsProps) {
  const [isEditing, setEditing] = useState(false)
  const turn = async () => {
    const state = endpoint.state === 'active' ? ('paused' as const) : ('active' as const)
    await change('webhooks.update', { params, body: { state } }, 'webhooks.list', 'webhookDeliveries.list')
  }
  return (
    <>
      <TestButton params={params} />
      <Row>
        <ActionButton action={turn}>{endpoint.state === 'active' ? t.pause : t.resume}</ActionButton>
        <ActionButton action={async () => setEditing(!isEditing)}>{t.change}</ActionButton>
        {endpoint.kind === 'webhook' && (
          <ConfirmButton
            label={t.rotate}
            title={t.rotateTitle}
            action={t.rotate}
            onConfirm={async () => {
              const made = await change('webhookSecrets.create', { params }, 'webhooks.list')
              onSecret(made.secret)
            }}
          >
            <p>{t.rotateText}</p>
          </ConfirmButton>
        )}
        <ConfirmButton
          look="danger"
          title={t.deleteTitle(nameOf(endpoint))}
          action={t.delete}
          onConfirm={async () => {
            await call('webhooks.delete', { params })
            onClose()
            await readAgain('webhooks.list')
          }}
        >
          <p>{t.deleteText}</p>
        </ConfirmButton>
      </Row>
      {isEditing && <EditEndpoint params={params} endpoint={endpoint} onDone={() => setEditing(false)} />}
    </>
  )
}

/** Sends a test event at once, and shows how it was answered. */
function TestButton({ params }: { params: InputOf<'webhooks.check'>['params'] }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => call('webhooks.check', { params }) })
  const tried = data?.tried
  return (
    <>
      <Row>
        <Button look="primary" busy={isPending} onClick={() => mutate()}>
          {t.sendTest}
        </Button>
      </Row>
      {error && <Refused error={error} />}
      {tried && !isPending && (
        <Notice tone={tried.delivered ? 'good' : 'bad'}>
          <span>
            {tried.delivered ? t.testDelivered : t.testFailed} {outcomeOf(tried)}
          </span>
          {tried.answer !== null && <code>{tried.answer}</code>}
        </Notice>
      )}
    </>
  )
}
