import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { collects as t } from '../../../texts/collects.ts'
import type { OutputOf } from '../../api/call.ts'
import { askAgainMs } from '../../api/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Foot, Progress } from '../../kit/layout/page.tsx'
import { Badge, Notice, Refused } from '../../kit/notice.tsx'
import { Ago } from '../../kit/words/time.tsx'

type State = Pick<OutputOf<'gap.list'>, 'status' | 'reason' | 'updatedAt' | 'retryAfterSeconds'> & {
  sandbox?: boolean
  rows?: readonly { sandbox?: boolean }[]
}
type CollectedProps<Data extends State, Key extends readonly unknown[]> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  /** Whether some of it is the sandbox's; by default the whole or a row of it. */
  isSample?(data: Data): boolean
  /** How far a long refresh is. */
  progress?(data: Data): string | undefined
  children(data: Data): ReactNode
}

const whyNot = {
  no_provider: t.noProvider,
  allowance_exhausted: t.todaysApiCallsAreUsed,
  collect_limit: t.todaysDataRefreshesAreUsed,
  site_frozen: t.siteIsOverTheLimit,
}

/** Collected data with its age: the rows so far while it loads, and a retry after a failure. */
export function Collected<Data extends State, Key extends readonly unknown[]>(props: CollectedProps<Data, Key>) {
  const { query, isSample = hasSample, progress, children } = props
  const { data, error, refetch, isFetching } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? 1_000 * (state.data.retryAfterSeconds ?? 3) : askAgainMs(state),
  })
  const refused = error && (
    <Refused error={error}>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {t.tryAgain}
      </Button>
    </Refused>
  )
  if (!data) return refused ?? <Progress text={t.fetchingData} />
  return (
    <>
      {refused}
      <StateOf data={data} progress={progress?.(data)} />
      {children(data)}
      <Foot>
        <span>
          {data.updatedAt ? t.updated(<Ago at={data.updatedAt} />) : data.status !== 'unavailable' && t.noDataYet}
        </span>
        {isSample(data) && <Badge tone="warn">{t.sampleData}</Badge>}
      </Foot>
    </>
  )
}

function StateOf({ data, progress }: { data: State; progress: string | undefined }) {
  return (
    <>
      {isUnderWay(data) && <Progress text={progress ?? t.fetchingDataTheseRows} />}
      {data.reason && <Notice tone="warn">{whyNot[data.reason]}</Notice>}
      {data.status === 'failed' && <Notice tone="warn">{t.lastRefreshFailed}</Notice>}
      {data.status === 'partial' && <Notice>{t.partialResults}</Notice>}
    </>
  )
}

/** Shown instead of rows: `words`, or that no data has been fetched yet. */
export function noRows({ status, updatedAt }: Pick<State, 'status' | 'updatedAt'>, words: string): string {
  if (updatedAt !== null || status === 'ready') return words
  return isUnderWay({ status }) ? t.fetchingData : t.noDataYetSentence
}

function hasSample({ sandbox, rows = [] }: State): boolean {
  return sandbox === true || rows.some((row) => row.sandbox)
}

function isUnderWay({ status }: Pick<State, 'status'>): boolean {
  return status === 'queued' || status === 'collecting'
}

const names: Readonly<Record<string, string>> = {
  // generated: results pages
  dataforseo: 'DataForSEO',
  serpapi: 'SerpApi',
  serper: 'Serper',
  valueserp: 'ValueSERP',
  searchapi: 'SearchApi',
  hasdata: 'HasData',
  spaceserp: 'SpaceSerp',
  serply: 'Serply',
  brightdata: 'Bright Data',
  oxylabs: 'Oxylabs',
  searxng: 'SearXNG',
  // end
  google_ads: 'Google Ads',
  autocomplete: t.googlesSuggestions,
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  compatible: t.ownAiServer,
}

/** The label of a provider or an AI engine, with the engines that it asked; an unknown one keeps its name. */
export function sourceName(source: string, isSample = false): string {
  const [provider = source, engines] = source.split(':')
  const known = names[provider] ?? provider
  const name = engines === undefined ? known : `${known}: ${engines.replaceAll('+', ', ')}`
  return isSample ? t.sandboxNamed(name) : name
}
