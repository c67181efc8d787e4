import { useMutation } from '@tanstack/react-query'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { call, type InputOf } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { Notice, Refused } from '../../kit/notice.tsx'
import { outcomeOf } from './words.tsx'

/** Sends a test event at once, and shows how it was answered. */
export function TestButton({ params }: { params: InputOf<'webhooks.check'>['params'] }) {
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
