import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Document, readDocument, targetOf } from './document.ts'
import { statementsIn } from './kinds.ts'
import type { Known } from './known.ts'
import { type Kind, kinds, type Statement } from './statement.ts'
import type { Tree } from './tree.ts'

export type Placed = Statement & { file: string; line: number }

const documents = [
  'docs/**/*.md',
  '*.md',
  '{packages,services,harness,bench,deploy}/**/README.md',
  'services/mcp/skills/**/*.md',
]

/** Every statement of some documents. The same words on one line count once. */
export function statementsOf(read: readonly Document[], known: Known, tree: Tree): Placed[] {
  const anchors = new Map(read.map(({ file, anchors }) => [file, anchors]))
  return read.flatMap(({ marks, links }) => [
    ...marks.flatMap((mark) =>
      statementsIn(mark, known, tree).map((statement) => ({ ...statement, file: mark.file, line: mark.line })),
    ),
    ...links.flatMap((link): Placed[] => {
      if (/^[a-z]+:|^\//.test(link.target)) return []
      const { path: to, anchor } = targetOf(link)
      const holds = tree.files.has(to) && (anchor === '' || (anchors.get(to)?.has(anchor) ?? true))
      return [{ kind: 'link', says: link.target, holds, file: link.file, line: link.line }]
    }),
  ])
}

export function readDocuments(root: string): Document[] {
  return globSync(documents, { cwd: root, exclude: (name) => /node_modules|CHANGELOG/.test(name) })
    .sort()
    .map((file) => readDocument(file, readFileSync(path.join(root, file), 'utf8')))
}

/** How many different statements of each kind there are. */
export function countsOf(statements: readonly Placed[]): Record<Kind, number> {
  const count = (kind: Kind) =>
    new Set(statements.filter((one) => one.kind === kind).map(({ file, says }) => `${file} ${says}`)).size
  // safe because each kind gets its count
  return Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) as Record<Kind, number>
}
