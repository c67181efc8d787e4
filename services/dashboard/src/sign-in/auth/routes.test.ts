import { dearTexts } from '@rts/shared/testing/hostile-texts'
import { countWork } from '@rts/shared/testing/work'
import { afterAll, expect, it } from 'vitest'
import { readForms } from './testing/read-forms.ts'

const work = countWork(import.meta.resolve('./testing/read-forms.ts'), readForms.name)
afterAll(() => work.stop())

it('forms are read in the time of their length, whatever they hold', async () => {
  expect(await dearTexts(work, 48_000)).toEqual([])
})
