import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ranks as t } from '../../../texts/ranks.ts'
import { useAccount, useRights, Writes } from '../../api/account.tsx'
import { change, type InputOf, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Loaded } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { usd } from '../../kit/words/figure.ts'
import { Ago } from '../../kit/words/time.tsx'
import { asked, useAsked } from '../../routing/asked.ts'

type Wanted = { siteId: string; keywordIds: InputOf<'checks.run'>['body']['keywordIds'] }
type Price = OutputOf<'checkPrice.get'>
type Done = OutputOf<'checks.run'>

/** Checks keywords between their regular checks, after a look at what that costs. */
export function CheckNow(wanted: Wanted) {
  const [open, setOpen] = useAsked(wanted.keywordIds === 'all' ? asked.checkNow : undefined)
  const close = () => setOpen(false)
  return (
    <Writes>
      <Button onClick={() => setOpen(true)}>{t.checkNow}</Button>
      <Dialog title={t.checkNow} open={open} onClose={close}>
        {open && <Priced {...wanted} onClose={close} />}
      </Dialog>
    </Writes>
  )
}

function Priced({ siteId, keywordIds, onClose }: Wanted & { onClose(): void }) {
  const [again, setAgain] = useState(false)
  const [done, setDone] = useState<Done>()
  const { accountId } = useAccount()
  const { isLimited } = useRights()
  const { data: usage } = useQuery({ ...read('usage.get', { params: { accountId } }), enabled: !isLimited })
  const input = { params: { id: siteId }, body: { keywordIds, again } }
  const run = async () => {
    const answer = await change('checks.run', input, 'movements.list', 'usage.get')
    if (answer.unpaid > 0) setDone(answer)
    else onClose()
  }
  if (done) return <Unpaid {...done} />
  return (
    <Loaded query={{ ...read('checkPrice.get', input), staleTime: 0 }}>
      {(price) => (
        <>
          <PriceText price={price} left={usage && Math.max(0, usage.collects.limit - usage.collects.used)} />
          {price.recent > 0 && (
            <p>
              <Button onClick={() => setAgain(true)}>{t.checkAnyway}</Button>
            </p>
          )}
          {price.pages > 0 && <Form action={t.use(price.pages)} onSend={run} />}
        </>
      )}
    </Loaded>
  )
}

function PriceText({ price, left }: { price: Price; left: number | undefined }) {
  const { pages, waiting, recent, newestAt, frozen, paused, usd: cost } = price
  return (
    <>
      <p>
        {pages === 0 ? t.thereIsNothingToCheck : t.willBeFetched(pages)}
        {cost !== null && cost > 0 && t.atMost(usd(cost))}
        {left !== undefined && t.youLeftToday(left)}
      </p>
      <ul>
        {waiting > 0 && <li>{t.alreadyBeingChecked(waiting)}</li>}
        {newestAt && <li>{t.checkedWithinTheLastHour(recent, <Ago at={newestAt} />)}</li>}
        {frozen > 0 && <li>{t.overThePlansLimit(frozen)}</li>}
        {paused > 0 && <li>{t.ofAPausedSite(paused)}</li>}
      </ul>
      {left !== undefined && pages > left && <Notice tone="warn">{t.onlyTheFirst(left)}</Notice>}
    </>
  )
}

function Unpaid({ pages, unpaid }: Done) {
  return <Notice tone="warn">{t.queuedNotQueuedNo(pages, unpaid)}</Notice>
}
