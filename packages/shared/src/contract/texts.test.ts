import { afterAll, expect, it } from 'vitest'
import { hostileTexts, readRows } from '../testing/hostile-texts.ts'
import { countWork } from '../testing/work.ts'
import { operationEntries } from './table.ts'

const length = 16_000
const names = operationEntries().map(([name]) => name)
/** For each row and character. The square of one text alone is 8,000 for each character. */
const mostWork = 15

const work = countWork(import.meta.resolve('../testing/hostile-texts.ts'), readRows.name)
afterAll(() => work.stop())

it.each(Object.entries(hostileTexts))('reading a row grows with its texts alone: %s', async (_what, make) => {
  // What is done once and kept is not counted.
  await work.workOf(names, 'a')
  const text = make(length)
  const total = (await work.workOf(names, text)) / length / names.length
  expect(total, total < mostWork ? '' : `most of it: ${await dearest(text)}`).toBeLessThan(mostWork)
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
