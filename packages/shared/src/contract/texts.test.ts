import { afterAll, describe, expect, it } from 'vitest'
import { normaliseHost } from '../hosts.ts'
import { wordsOf } from '../phrases/words.ts'
import { shownName } from '../shown-name.ts'
import { dearTexts, hostileTexts, readRows } from '../testing/hostile-texts.ts'
import { countWork } from '../testing/work.ts'
import { phraseIdentity } from './fields.ts'
import { operationEntries } from './table.ts'

const length = 16_000
const names = operationEntries().map(([name]) => name)
const maxWork = 1

const work = countWork(import.meta.resolve('../testing/hostile-texts.ts'), readRows.name)
afterAll(() => work.stop())

it.each(Object.entries(hostileTexts))('reading a row grows with its texts alone: %s', async (_what, make) => {
  // The first reading makes cached schemas.
  await work.workOf(names, 'a')
  const text = make(length)
  const total = (await work.workOf(names, text)) / length / names.length
  expect(total, total < maxWork ? '' : `most of it: ${await dearest(text)}`).toBeLessThan(maxWork)
})

describe.each([
  ['../shown-name.ts', shownName.name],
  ['./fields.ts', phraseIdentity.name],
  ['../phrases/words.ts', wordsOf.name],
  ['../hosts.ts', normaliseHost.name],
])('a text of any length, in %s', (file, rule) => {
  const work = countWork(import.meta.resolve(file), rule)
  afterAll(() => work.stop())

  it('is read in the time of its length, whatever it holds', async () => {
    expect(await dearTexts(work, length)).toEqual([])
  })
})

async function dearest(text: string): Promise<string> {
  const rows: { name: string; total: number }[] = []
  for (const name of names) rows.push({ name, total: await work.workOf([name], text) })
  return rows
    .sort((a, b) => b.total - a.total)
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')
}
