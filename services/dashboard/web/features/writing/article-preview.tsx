import { useRef } from 'react'
import { writing as t } from '../../../texts/writing.ts'
import { Facts } from '../../kit/layout/facts.tsx'
import { Panel, Row, Stack } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Copy } from '../../kit/words/code.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Markdown } from '../../kit/words/markdown.tsx'
import type { ArticleText } from './article-draft.ts'

export function ArticlePreview({ keyword, text: { title, markdown } }: { keyword: string; text: ArticleText }) {
  return (
    <Panel title={t.preview} line={title}>
      <Tabs
        label={t.view}
        tabs={[
          [t.page, <Reading key="page" markdown={markdown} />],
          [t.outline, <Contents key="outline" keyword={keyword} markdown={markdown} />],
        ]}
      />
    </Panel>
  )
}

function Reading({ markdown }: { markdown: string }) {
  const text = useRef<HTMLDivElement>(null)
  return (
    <Stack>
      <Markdown text={markdown} ref={text} />
      <Row>
        <Copy name="Markdown" text={() => markdown} />
        <Copy name="HTML" text={() => text.current?.innerHTML ?? ''} />
      </Row>
    </Stack>
  )
}

function Contents({ keyword, markdown }: { keyword: string; markdown: string }) {
  const headings = markdown.split('\n').filter((line) => /^#{1,6} /.test(line))
  const uses = markdown.toLowerCase().split(keyword.toLowerCase()).length - 1
  const words = markdown.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0
  return (
    <>
      <Facts>
        {[
          [t.words, figure(words)],
          [t.usesOf(keyword), t.times(uses)],
        ]}
      </Facts>
      <ol>
        {headings.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may have a heading twice, and the list is replaced as a whole
          <li key={at}>{line}</li>
        ))}
      </ol>
    </>
  )
}
