import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, type InputOf, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { counted } from '../../kit/words/counted.ts'
import { Ago } from '../../kit/words/time.tsx'

type Wanted = { siteId: string; keywordIds: InputOf<'checks.run'>['body']['keywordIds'] }
type Price = OutputOf<'checks.run'>

/** Checks keywords between their regular checks, after a look at what that costs. */
export function CheckNow(wanted: Wanted) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Check now</Button>
      <Dialog title="Check now" open={open} onClose={close}>
        {open && <Priced {...wanted} onClose={close} />}
      </Dialog>
    </>
  )
}

function Priced({ siteId, keywordIds, onClose }: Wanted & { onClose(): void }) {
  const queries = useQueryClient()
  const [again, setAgain] = useState(false)
  const [done, setDone] = useState<Price>()
  const { accountId } = useAccount()
  const { data: usage } = useQuery(read('usage.get', { params: { accountId } }))
  const input = { params: { id: siteId }, body: { keywordIds, again } }
  const run = async () => {
    const answer = await call('checks.run', input)
    await readAgain(queries, 'movements.list', 'usage.get')
    if (answer.unpaid > 0) setDone(answer)
    else onClose()
  }
  if (done) return <Unpaid {...done} />
  return (
    <Loaded query={{ ...read('checks.run', { ...input, body: { ...input.body, preview: true } }), staleTime: 0 }}>
      {(price) => (
        <>
          <PriceText price={price} left={usage && Math.max(0, usage.collects.limit - usage.collects.used)} />
          {price.recent > 0 && (
            <p>
              <Button onClick={() => setAgain(true)}>Check anyway</Button>
            </p>
          )}
          {price.pages > 0 && <Form action={`Use ${counted(price.pages, 'data refreshes')}`} onSend={run} />}
        </>
      )}
    </Loaded>
  )
}

/** The price, and what is left out, and why. */
function PriceText({ price, left }: { price: Price; left: number | undefined }) {
  const { pages, waiting, recent, newestAt, frozen, paused } = price
  return (
    <>
      <p>
        {pages === 0
          ? 'There is nothing to check.'
          : `${counted(pages, 'results pages')} will be fetched, each for one data refresh.`}
        {left !== undefined && ` Today you have ${counted(left, 'data refreshes')} left.`}
      </p>
      <ul>
        {waiting > 0 && <li>{counted(waiting, 'keywords')} being checked already: this costs nothing more</li>}
        {newestAt && (
          <li>
            {counted(recent, 'keywords')} checked within the last hour, the latest <Ago at={newestAt} />
          </li>
        )}
        {frozen > 0 && <li>{counted(frozen, 'keywords')} over the plan’s limit: not checked</li>}
        {paused > 0 && <li>{counted(paused, 'keywords')} of a paused site: resume its checks first</li>}
      </ul>
      {left !== undefined && pages > left && (
        <Notice tone="warn">Only the first {counted(left, 'keywords')} can be checked today.</Notice>
      )}
    </>
  )
}

function Unpaid({ pages, unpaid }: Price) {
  return (
    <Notice tone="warn">
      {counted(pages, 'keywords')} queued. {counted(unpaid, 'keywords')} not queued: today’s data refreshes are used up.
    </Notice>
  )
}
