import { readdirSync } from 'node:fs'
import path from 'node:path'
import { publish } from '../harness/report.ts'

/** One benchmark: prints its table and answers its figures, which `publish` prints as one JSON object on the last line. */
type Benchmark = { run(): Promise<object> }

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => path.basename(file, '.ts'))

const name = process.argv[2] ?? ''
if (!known.includes(name)) {
  console.error(`usage: npm run -s bench -- NAME, with NAME one of: ${known.join(', ')}`)
  process.exit(2)
}
const benchmark: Benchmark = await import(`./${name}.ts`)
publish(name, await benchmark.run())
process.exit(0)
