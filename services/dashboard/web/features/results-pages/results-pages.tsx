import { useState } from 'react'
import { resultsPages as t } from '../../../texts/results-pages.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Select } from '../../kit/form/choice.tsx'
import { Loaded, Muted, Row, Stack } from '../../kit/layout/page.tsx'
import { utcMomentText } from '../../kit/words/time-text.ts'
import { PageComparison } from './page-comparison.tsx'
import { ShownPage } from './shown-page.tsx'

type Dates = OutputOf<'pageDates.list'>['dates']
type PagesProps = { siteId: string; keywordId: string }

export function ResultsPages({ siteId, keywordId }: PagesProps) {
  const query = read('pageDates.list', { params: { id: siteId, kid: keywordId } })
  return (
    <Loaded query={query}>
      {({ dates }) =>
        dates.length === 0 ? <p>{t.noPageYet}</p> : <Dated siteId={siteId} keywordId={keywordId} dates={dates} />
      }
    </Loaded>
  )
}

const nothing = ''

function Dated({ siteId, keywordId, dates }: PagesProps & { dates: Dates }) {
  const [chosen, setChosen] = useState<string>()
  const [other, setOther] = useState(nothing)
  const at = dates.find((date) => date.at === chosen)?.at ?? dates[0]?.at ?? ''
  const options = dates.map((date) => ({ value: date.at, label: utcMomentText(Date.parse(date.at)) }))
  const params = { id: siteId, kid: keywordId }
  const [before = '', after = ''] = [at, other].sort()
  return (
    <Stack>
      <Row>
        <Select name="at" label={t.resultsPageOf} options={options} chosen={at} onChoose={setChosen} />
        {dates.length > 1 && (
          <Select
            name="other"
            label={t.compareWith}
            options={[{ value: nothing, label: t.nothing }, ...options.filter(({ value }) => value !== at)]}
            chosen={other === at ? nothing : other}
            onChoose={setOther}
          />
        )}
      </Row>
      {dates.length === 1 && <Muted>{t.onlyOne}</Muted>}
      {other === nothing || other === at ? (
        <Loaded query={read('resultsPages.get', { params, query: { at } })}>
          {({ page }) => <ShownPage page={page} />}
        </Loaded>
      ) : (
        <Loaded query={read('pageChanges.list', { params, query: { before, after } })}>
          {(compared) => <PageComparison compared={compared} />}
        </Loaded>
      )}
    </Stack>
  )
}
