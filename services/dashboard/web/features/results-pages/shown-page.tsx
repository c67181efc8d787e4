import { resultsPages as t } from '../../../texts/results-pages.ts'
import type { OutputOf } from '../../api/call.ts'
import { Muted } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { sourceName } from '../collects/exports.ts'

type Page = OutputOf<'resultsPages.get'>['page']
/** A result by its position, or what a block of this kind names. */
type Shown = Omit<Page['results'][number], 'position'> & { id: string; kind: string | null; position: number | null }

/** A results page: what its blocks name, then the results by position, with the site and its competitors marked. */
export function ShownPage({ page }: { page: Page }) {
  const { depth, source, sandbox, isWhole } = page
  return (
    <>
      <Muted>
        {t.line(depth, sourceName(source, sandbox))}. {!isWhole && t.hostsAlone}
      </Muted>
      {isWhole && <Blocks page={page} />}
      <Table caption={t.results} columns={columns} rows={shownOf(page)} empty={t.emptyPage} />
    </>
  )
}

function Blocks({ page: { blocks, unknownKinds } }: { page: Page }) {
  const unknown = unknownKinds.map((kind) => t.kinds[kind])
  if (unknown.length === Object.keys(t.kinds).length) return <p>{t.nothingKnown}</p>
  return (
    <>
      <p>
        {t.alsoOnThePage}{' '}
        {blocks.length === 0
          ? t.nothingElse
          : blocks.map(({ kind, sources }) => (
              <span key={kind}>
                <Badge tone={sources?.some(({ owner }) => owner === 'own') ? 'good' : 'plain'}>
                  {t.kinds[kind]}
                </Badge>{' '}
              </span>
            ))}
      </p>
      {unknown.length > 0 && (
        <p>
          <Muted>{t.unknown(unknown.join(', '))}</Muted>
        </p>
      )}
    </>
  )
}

function shownOf({ blocks, results }: Page): Shown[] {
  const named = blocks.flatMap(({ kind, sources }) =>
    (sources ?? []).map((source, i) => ({ ...source, id: `${kind} ${i}`, kind: t.kinds[kind], position: null })),
  )
  return [...named, ...results.map((result) => ({ ...result, id: String(result.position), kind: null }))]
}

const columns: Column<Shown>[] = [
  { head: t.result, cell: (shown) => <Placed place={shown} /> },
  // The priority keeps it a table on phones: a page has a hundred results.
  { head: t.place, cell: ({ position, kind }) => position ?? kind, figures: true, width: 116, priority: 2 },
]

type Place = { host: string; url: string | null; owner: 'own' | 'competitor' | null }

/** A result of a page, marked where it is the site's or a competitor's. */
export function Placed({ place: { host, url, owner } }: { place: Place }) {
  return (
    <>
      {url === null ? host : <Address url={url} />} {owner === 'own' && <Badge tone="good">{t.you}</Badge>}
      {owner === 'competitor' && <Badge tone="warn">{t.competitor}</Badge>}
    </>
  )
}
