// Tests the promises of docs/self-host about containers, on the local engine: npm run -s containers [compose|restore|whole]
// COMPOSE is the compose command, as for the scripts of deploy/.
import process from 'node:process'
import { createReport } from '../harness/report.ts'
import { runCompose } from './containers/compose-run.ts'
import { docker, dockerCompose } from './containers/engine.ts'
import { runRestore } from './containers/restore-run.ts'
import type { Step } from './containers/system.ts'
import { runWhole } from './containers/whole-run.ts'

const runs = { compose: runCompose, restore: runRestore, whole: runWhole }
const asked = process.argv.slice(2)
const engine = await docker('version', '--format', '{{.Server.Version}}').catch(() => undefined)
const compose = await dockerCompose('version', '--short').catch(() => undefined)
if (engine && compose) {
  const report = createReport('containers')
  const step: Step = (name, run) => report.step(name, async () => ({ seen: await run() }))
  for (const [name, run] of Object.entries(runs)) if (asked.length === 0 || asked.includes(name)) await run(step)
  report.end({ engine, compose })
} else {
  console.log('No container engine with compose answers here: nothing was tested.')
}
