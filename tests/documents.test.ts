import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { builtServices } from '@rts/shared/contract/services'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const codeOf = (folders: string) =>
  globSync(`${folders}/src/**/*.ts`, { cwd: root, exclude: (file) => /\.test\.ts$/.test(file) }).map(read)

/** The lines of logs that a document names: words in a code mark, in a sentence about a log or a line. */
function namedLines(document: string): string[] {
  const sentences = document.replace(/```.*?```/gs, '').split(/(?<=[.;])\s|\n\n|\n- |\|/)
  return sentences
    .filter((sentence) => /\b(log|lines?)\b/.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(/`([A-Za-z']+(?:,?\s[A-Za-z']+)+)`/g)])
    .map(([, line = '']) => line.replace(/\s+/g, ' '))
}

it('the documents of operators name lines of logs that the code writes', () => {
  const named = globSync('docs/self-host/*.md', { cwd: root }).flatMap((file) => namedLines(read(file)))
  const code = ['packages/*', 'services/*'].flatMap(codeOf).join('\n')
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((line) => !code.includes(`'${line}'`))).toEqual([])
})

it('docs/self-host/accounts.md restarts each service that reads the plans, and no other, after a change of them', () => {
  const [, chapter = ''] = read('docs/self-host/accounts.md').split('\n## Plans\n')
  const restarted = /^docker compose restart (.+)$/m.exec(chapter)?.[1]?.split(' ')
  const readers = builtServices.filter((name) => codeOf(`services/${name}`).join().includes('readPlans('))
  expect(restarted).toEqual(readers)
})
