import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { comparison as t } from '../../../texts/comparison.ts'
import { useAccountDetails, useSiteId, Writes } from '../../api/account.tsx'
import { call, change, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Loaded, Muted, Panel } from '../../kit/layout/page.tsx'
import { Refused } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { asked, useAsked } from '../../routing/asked.ts'
import { NoRoom, roomLeft } from '../billing/exports.ts'
import { ShareOfVoice } from '../ranks/exports.ts'
import { hostOf, SiteFrame } from '../sites/exports.ts'
import { ComparedRanks } from './compared-ranks.tsx'

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
          await change('competitors.add', { params: { id: siteId }, body: { domain: hostOf(domain) } })
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

type Rival = { domain: string; pages: number; best: number }
const shown = 5

/** The hosts that rank most often for the site's own keywords, each with a button that compares with it. */
function SuggestedRivals({ siteId, canAdd }: { siteId: string; canAdd: boolean }) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (domain: string) => call('competitors.add', { params: { id: siteId }, body: { domain } }),
    onSuccess: () => readAgain(),
  })
  return (
    <Loaded query={read('suggestedRivals.list', { params: { id: siteId } })}>
      {({ rivals, pages }) => (
        <>
          <Muted>{pages === 0 ? t.suggestionsComeWithTheFirstCheck : t.theyRankMost(pages)}</Muted>
          {error && <Refused error={error} />}
          {rivals.length > 0 && (
            <Table
              caption={t.suggestedCompetitors}
              columns={columnsOf(pages, (domain) => (
                <Button
                  busy={isPending && variables === domain}
                  disabled={!canAdd || isPending}
                  aria-label={t.compareWith(domain)}
                  onClick={() => mutate(domain)}
                >
                  {t.compare}
                </Button>
              ))}
              rows={rivals.slice(0, shown)}
              rowId={({ domain }) => domain}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function columnsOf(pages: number, button: (domain: string) => ReactNode): Column<Rival>[] {
  return [
    { head: t.domain, cell: ({ domain }) => <b>{domain}</b> },
    { head: t.pagesInTheTop10, cell: (rival) => t.countOf(rival.pages, pages), figures: true, width: 120, priority: 2 },
    buttonColumn(t.compare, ({ domain }) => button(domain), { width: 110 }),
  ]
}
