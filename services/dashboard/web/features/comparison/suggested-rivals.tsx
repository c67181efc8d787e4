import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { comparison as t } from '../../../texts/comparison.ts'
import { call, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Muted } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Refused } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'

type Rival = { domain: string; pages: number; best: number }
const shown = 5

/** The hosts that rank most often for the site's own keywords, each with a button that compares with it. */
export function SuggestedRivals({ siteId, canAdd }: { siteId: string; canAdd: boolean }) {
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
              empty=""
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
    { head: t.compare, cell: ({ domain }) => button(domain), figures: true, hidden: true, width: 110 },
  ]
}
