import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { useRights, Writes } from '../../api/account.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { UtcMoment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { CheckNow } from '../ranks/exports.ts'
import { actionNames, type Card, type Decide, pageNames, type Rule, ruleNames } from './decisions.ts'

type AdviceCardProps = {
  siteId: string
  card: Card
  statement: Rule['statement'] | undefined
  busy: boolean
  decide: Decide
}

export function AdviceCard({ siteId, card, statement, busy, decide }: AdviceCardProps) {
  const { id: about, rule, evidence, sandbox } = card
  const title = said(card.title)
  return (
    <Panel title={title} line={<Line name={ruleNames[rule]} statement={statement} isSample={sandbox === true} />}>
      <EvidenceTable title={title} evidence={evidence} />
      <Row>
        <MainButton siteId={siteId} card={card} busy={busy} decide={decide} />
        <Writes>
          <Button look="quiet" disabled={busy} onClick={() => void decide({ decision: 'done', about })}>
            {t.done}
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => void decide({ decision: 'snooze', about })}>
            {t.remindMeIn7Days}
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => void decide({ decision: 'dismiss', about })}>
            {t.dismiss}
          </Button>
        </Writes>
      </Row>
    </Panel>
  )
}

function Line({ name, statement, isSample }: { name: string; isSample: boolean } & Pick<AdviceCardProps, 'statement'>) {
  return (
    <>
      {name}: {statement && said(statement)} {isSample && <Badge tone="warn">{t.sampleData}</Badge>}
    </>
  )
}

/** The proposed action if the person may take it; otherwise a link to the page with the evidence. */
export function MainButton({ siteId, card, busy, decide }: Omit<AdviceCardProps, 'statement'>) {
  const { manages, writes } = useRights()
  const { id: about, rule, action, page, keywordIds } = card
  const [keywordId, ...others] = keywordIds
  if (rule === 'checks_fail' && writes) return <CheckNow siteId={siteId} keywordIds={keywordIds} />
  if (action && (action === 'plan' ? writes : manages))
    return (
      <Button look="primary" busy={busy} onClick={() => void decide({ decision: 'act', about })}>
        {actionNames[action]}
      </Button>
    )
  const link = { params: { siteId }, 'aria-label': `${pageNames[page]}: ${said(card.title)}` }
  if (keywordId === undefined || others.length > 0)
    return (
      <ButtonLink to={pages[page]} {...link}>
        {pageNames[page]}
      </ButtonLink>
    )
  return (
    <ButtonLink to={pages.keywords} search={{ open: keywordId }} {...link}>
      {pageNames.keywords}
    </ButtonLink>
  )
}

type Evidence = Card['evidence'][number] & { id: string }

export function EvidenceTable({ title, evidence }: { title: string; evidence: Card['evidence'] }) {
  const rows = evidence.map((row, i) => ({ ...row, id: String(i) }))
  return <Table caption={t.evidenceNamed(title)} columns={columns} rows={rows} />
}

const columns: Column<Evidence>[] = [
  {
    head: t.name,
    cell: ({ what, url }) => (
      <>
        {said(what)}
        {url !== null && (
          <>
            <br />
            <small>
              <Address url={url} />
            </small>
          </>
        )}
      </>
    ),
  },
  { head: t.value, cell: ({ figure }) => said(figure) },
  { head: t.asOf, cell: ({ at }) => at && <UtcMoment at={at} /> },
]
