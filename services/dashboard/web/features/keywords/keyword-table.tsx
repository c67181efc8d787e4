import { useMemo, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { useRights } from '../../api/account.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Empty, Panel, Row } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import { CheckNow, type Rank, rankGroups } from '../ranks/exports.ts'
import { byTag } from './chosen.ts'
import { DeleteKeywords } from './delete-keywords.tsx'
import { EditKeyword } from './edit-keyword.tsx'
import { keywordColumns } from './keyword-columns.tsx'
import { useFigures, useSparks } from './keyword-figures.tsx'
import { MoveKeywords } from './move-keywords.tsx'
import type { KeywordSearch } from './search.ts'
import { TagKeywords } from './tags.tsx'

type KeywordTableProps = {
  siteId: string
  /** Of the whole site: what can be chosen from. */
  all: readonly Rank[]
  /** Those with the chosen tags and places. */
  keywords: readonly Rank[]
  search: KeywordSearch
  onChange(part: Pick<KeywordSearch, 'tags' | 'places'>): void
  onOpen(id: string): void
}

export function KeywordTable({ siteId, all, keywords, search, onChange, onOpen }: KeywordTableProps) {
  const { only, tags = [], places = [] } = search
  const [near, setNear] = useState<readonly string[]>([])
  const sparks = useSparks(siteId, near)
  const [edited, setEdited] = useState<Rank>()
  const { writes } = useRights()
  const wanted = useMemo(() => keywords.filter((rank) => !only || rankGroups[only].has(rank)), [keywords, only])
  const knownPlaces = useMemo(() => [...new Set(all.map(whereText))].sort(), [all])
  const knownTags = useMemo(() => byTag(all).map(({ tag }) => tag), [all])
  const hasTags = knownTags.length > 0
  // The table behind an open keyword waits.
  const figures = useFigures(siteId, search.open === undefined)
  const columns = useMemo(
    () => keywordColumns(siteId, { sparks, hasTags, figures: figures ?? new Map() }, writes ? setEdited : undefined),
    [siteId, sparks, hasTags, figures, writes],
  )
  return (
    <Panel
      title={titleOf(search)}
      actions={
        <Row>
          {figures?.size === 0 && all.length > 0 && <PlannerLink siteId={siteId} />}
          <TrashLink siteId={siteId} />
        </Row>
      }
    >
      <DataTable
        noun={t.keywordsLower}
        columns={columns}
        rows={wanted}
        defaultSort="position"
        filters={
          <>
            <Toggles
              label={t.tags}
              names={knownTags.map((name) => [name, name])}
              chosen={tags}
              onChoose={(next) => onChange({ tags: [...next] })}
            />
            {knownPlaces.length > 1 && (
              <Toggles
                label={t.where}
                names={knownPlaces.map((name) => [name, name])}
                chosen={places}
                onChoose={(next) => onChange({ places: [...next] })}
              />
            )}
          </>
        }
        onOpen={({ id }) => onOpen(id)}
        onNear={(rows) => setNear(rows.map(idOf))}
        {...(writes && {
          actions: (rows: readonly Rank[], clear: () => void) => (
            <>
              <CheckNow siteId={siteId} keywordIds={rows.map(idOf)} />
              <TagKeywords siteId={siteId} selected={rows} known={knownTags} onDone={clear} />
              {isFilled(rows) && <MoveKeywords siteId={siteId} selected={rows} onDone={clear} />}
              <DeleteKeywords siteId={siteId} keywords={rows} onDone={clear} />
            </>
          ),
        })}
        empty={
          all.length > 0 ? (
            t.noKeywordsMatch
          ) : !writes ? (
            t.noKeywordsAreTrackedYet
          ) : (
            <Empty text={t.noKeywordsAreTrackedYet}>
              <ButtonLink to={pages.keywords} params={{ siteId }} hash={asked.addKeywords} hashScrollIntoView={false}>
                {t.addTheFirst}
              </ButtonLink>
            </Empty>
          )
        }
      />
      <EditKeyword siteId={siteId} keyword={edited} onClose={() => setEdited(undefined)} />
    </Panel>
  )
}

/** The planner asks for the figures of what is tracked, which may cost its provider's price. */
function PlannerLink({ siteId }: { siteId: string }) {
  return (
    <ButtonLink look="quiet" to={pages.planner} params={{ siteId }}>
      {t.getVolumes}
    </ButtonLink>
  )
}

function TrashLink({ siteId }: { siteId: string }) {
  return (
    <ButtonLink look="quiet" to={pages.siteTrash} params={{ siteId }}>
      {t.trash}
    </ButtonLink>
  )
}

function titleOf({ only, tags = [] }: KeywordSearch): string {
  const [tag, ...others] = tags
  if (only) return rankGroups[only].name
  return tag !== undefined && others.length === 0 ? t.taggedNamed(tag) : t.allKeywords
}

const idOf = ({ id }: Rank) => id
const isFilled = (rows: readonly Rank[]): rows is readonly [Rank, ...Rank[]] => rows.length > 0
