import { useQuery } from '@tanstack/react-query'
import { comparison as t } from '../../../texts/comparison.ts'
import { useAccountDetails, Writes } from '../../api/account.tsx'
import { call, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { asked, useAsked } from '../../routing/asked.ts'
import { NoRoom, roomLeft } from '../billing/exports.ts'
import { ShareOfVoice } from '../ranks/exports.ts'
import { hostOf, SiteFrame } from '../sites/exports.ts'
import { ComparedRanks } from './compared-ranks.tsx'
import { SuggestedRivals } from './suggested-rivals.tsx'

export function Comparison() {
  const siteId = useSiteId()
  const [adding, setAdding] = useAsked(asked.addCompetitor)
  const add = (
    <Writes>
      <Button onClick={() => setAdding(true)}>{t.addACompetitor}</Button>
    </Writes>
  )
  return (
    <SiteFrame siteId={siteId} title={t.rankComparison} actions={add}>
      <ShareOfVoice siteId={siteId} />
      <Panel title={t.positions} line={t.bestPositionBold}>
        <ComparedRanks siteId={siteId} />
      </Panel>
      <Writes>
        <AddCompetitor siteId={siteId} open={adding} onClose={() => setAdding(false)} />
      </Writes>
    </SiteFrame>
  )
}

function AddCompetitor({ siteId, open, onClose }: { siteId: string; open: boolean; onClose(): void }) {
  const { data: account } = useAccountDetails()
  const { data: known } = useQuery({ ...read('competitors.list', { params: { id: siteId } }), enabled: open })
  const room = account && known && { max: account.limits.competitorsPerSite, used: known.competitors.length }
  return (
    <Dialog title={t.addACompetitor} open={open} onClose={onClose}>
      {room && <NoRoom limit={{ name: 'competitors', ...room }} />}
      {open && <SuggestedRivals siteId={siteId} canAdd={room === undefined || roomLeft(room) > 0} />}
      <Form
        action={t.addCompetitor}
        onSend={async ({ domain = '' }) => {
          await call('competitors.add', { params: { id: siteId }, body: { domain: hostOf(domain) } })
          await readAgain()
          onClose()
        }}
      >
        <Field
          name="domain"
          label={t.domain}
          placeholder="rival.com"
          inputMode="url"
          required
          maxLength={2_000}
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
