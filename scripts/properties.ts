// Runs all property tests with many runs each and fresh seeds: `npm run properties [-- RUNS [PATH…]]`. A failure prints its seed and path.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { argv, env, exit } from 'node:process'

const root = path.resolve(import.meta.dirname, '..')
const [runs = '2000', ...places] = argv.slice(2)
if (!/^[1-9]\d*$/.test(runs)) throw new Error(`${runs} is no number of runs`)

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isWanted = (file: string) => places.length === 0 || places.some((place) => file.startsWith(place))
const isProperty = (file: string) => textOf(file).includes('fc.assert(')
const files = globSync('{packages,services,tests}/**/*.test.ts', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
})
const properties = files.filter(isWanted).filter(isProperty)
const fixed = properties.filter((file) => /numRuns: (?!runs\()/.test(textOf(file)))
if (fixed.length > 0) throw new Error(`a number of runs that is not runs(…): ${fixed.join(', ')}`)
const vitest = path.join(root, 'node_modules', '.bin', 'vitest')
const { status } = spawnSync(vitest, ['run', ...properties], {
  cwd: root,
  env: { ...env, PROPERTY_RUNS: runs },
  stdio: 'inherit',
})
exit(status ?? 1)
