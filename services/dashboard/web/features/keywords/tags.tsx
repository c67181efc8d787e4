import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { change } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { type Rank, type RankGroup, rankGroups } from '../ranks/exports.ts'
import { byTag } from './chosen.ts'

type Tagged = ReturnType<typeof byTag>[number]

const groups: RankGroup[] = ['top3', 'top10', 'up', 'down', 'notFound']

/** The tags of a site's keywords with their figures, each of which leads to its keywords. */
export function TagTable({ siteId, keywords }: { siteId: string; keywords: readonly Rank[] }) {
  const rows = byTag(keywords)
  if (rows.length === 0) return null
  return (
    <Panel title={t.byTag} line={t.byTagLine}>
      <Table caption={t.byTag} columns={columnsOf(siteId)} rows={rows} rowId={({ tag }) => tag} />
    </Panel>
  )
}

function columnsOf(siteId: string): Column<Tagged>[] {
  const figures = groups.map((group) =>
    figureOf(rankGroups[group].name, ({ keywords }) => keywords.filter(rankGroups[group].has).length),
  )
  const tag: Column<Tagged> = {
    head: t.tag,
    cell: (row) => (
      <Link to={pages.keywords} params={{ siteId }} search={(before: object) => ({ ...before, tags: [row.tag] })}>
        {row.tag}
      </Link>
    ),
  }
  return [tag, figureOf(t.keywords, ({ keywords }) => keywords.length), ...figures]
}

function figureOf(head: string, count: (row: Tagged) => number): Column<Tagged> {
  return { head, figures: true, cell: (row) => figure(count(row)) }
}

type TagKeywordsProps = {
  siteId: string
  selected: readonly Rank[]
  known: readonly string[]
  onDone(): void
}

export function TagKeywords({ siteId, selected, known, onDone }: TagKeywordsProps) {
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const present = [...new Set(selected.flatMap(({ tags }) => tags))].sort()
  const close = () => {
    setOpen(false)
    setRemoved([])
  }
  const save = async ({ add = '' }: Record<string, string>) => {
    const body = { ids: selected.map(({ id }) => id), add: tagsIn(add), remove: [...removed] }
    await change('keywordTags.update', { params: { id: siteId }, body }, 'movements.list', 'visibility.list')
    close()
    onDone()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.tags}</Button>
      <Dialog title={t.tagsOfSelected(selected.length)} open={isOpen} onClose={close}>
        <Form action={t.saveTags} onSend={save}>
          <Field name="add" label={t.addTags} hint={t.addTagsHint} list={list} maxLength={500} autoComplete="off" />
          <datalist id={list}>
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <Toggles
            label={t.removeTags}
            names={present.map((tag) => [tag, tag])}
            chosen={removed}
            onChoose={setRemoved}
          />
        </Form>
      </Dialog>
    </>
  )
}

function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
