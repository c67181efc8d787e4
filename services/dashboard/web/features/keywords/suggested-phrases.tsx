import { type ReactNode, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/form/filters.tsx'
import { Muted, Row } from '../../kit/layout/page.tsx'
import { Collected, noRows } from '../collects/exports.ts'

type Source = 'none' | 'google' | 'planner'
type SuggestedProps = {
  siteId: string
  /** Phrases that are not offered: tracked, or chosen already. */
  known: ReadonlySet<string>
  onChoose(phrase: string): void
}
const max = 12
const days = 90
const sources = { none: t.suggestNothing, google: t.fromSearchConsole, planner: t.fromPlanner }

/** Phrases to choose from: searches that showed the site, or ideas around its keywords or its domain. Nothing is fetched before it is asked for. */
export function SuggestedPhrases({ siteId, known, onChoose }: SuggestedProps) {
  const [source, setSource] = useState<Source>('none')
  const params = { id: siteId }
  const list = (phrases: readonly string[], empty: string): ReactNode => (
    <Phrases phrases={phrases.filter((phrase) => !known.has(phrase)).slice(0, max)} empty={empty} onChoose={onChoose} />
  )
  return (
    <>
      <div>
        <Muted>{t.suggestions}</Muted>
        <Segments<Source> label={t.suggestions} names={sources} chosen={source} onChoose={setSource} />
      </div>
      {source === 'google' && (
        <Collected
          query={read('searchConsoleQueries.list', { params, query: { days, sort: 'impressions', limit: 100 } })}
        >
          {({ queries, ...state }) =>
            list(
              queries.flatMap(({ query, keywordId }) => (keywordId === null ? [query] : [])),
              state.connected ? noRows(state, t.googleShowsNoOthers) : t.connectSearchConsoleFirst,
            )
          }
        </Collected>
      )}
      {source === 'planner' && (
        <Collected query={read('planner.list', { params, query: { limit: 100 } })}>
          {({ rows, ...state }) =>
            list(
              rows.flatMap(({ keyword, tracked }) => (tracked ? [] : [keyword])),
              noRows(state, t.noIdeasFound),
            )
          }
        </Collected>
      )}
    </>
  )
}

type PhrasesProps = { phrases: readonly string[]; empty: string; onChoose(phrase: string): void }

function Phrases({ phrases, empty, onChoose }: PhrasesProps) {
  if (phrases.length === 0) return <Muted>{empty}</Muted>
  return (
    <Row>
      {phrases.map((phrase) => (
        <Button key={phrase} aria-label={t.choosePhrase(phrase)} onClick={() => onChoose(phrase)}>
          + {phrase}
        </Button>
      ))}
    </Row>
  )
}
