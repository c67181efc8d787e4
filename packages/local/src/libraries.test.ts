import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const hook = path.join(root, 'packages/local/src/libraries.ts')

/** Where a program of ours finds these, and what they export. */
function found(program: string): string[] {
  const args = ['--import', hook, '--input-type=module', '--eval', program]
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: path.join(root, 'services/projects'), encoding: 'utf8' }),
  )
}

it('a program gets libraries from the bundles, with all their names, and everything else from where it is', () => {
  const places = found(
    `console.log(JSON.stringify(['zod', 'pg', '@rts/shared/clock'].map((name) => import.meta.resolve(name))))`,
  )
  expect(places.map((url) => path.relative(root, new URL(url).pathname))).toEqual([
    'node_modules/.libraries/built/zod.mjs',
    'node_modules/.libraries/built/pg.mjs',
    'packages/shared/src/clock.ts',
  ])
  const names = found(`console.log(JSON.stringify(Object.keys(await import('pg'))))`)
  expect(names).toEqual(expect.arrayContaining(['default', 'Pool', 'Client', 'DatabaseError', 'types']))
})
