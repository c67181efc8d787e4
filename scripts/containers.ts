// Tests the promises of docs/operations.md about containers, on the local engine: npm run -s containers [compose|restore|stack|whole]
import process from 'node:process'
import { runCompose } from './containers/compose-run.ts'
import { findEngine } from './containers/engine.ts'
import { createReport } from './containers/report.ts'
import { runRestore } from './containers/restore-run.ts'
import { runStack } from './containers/stack-run.ts'
import { runWhole } from './containers/whole-run.ts'

const asked = process.argv.slice(2)
const wants = (part: string) => asked.length === 0 || asked.includes(part)
const found = await findEngine()
if (found) {
  const report = createReport()
  if (wants('compose')) await runCompose(report, found.compose)
  if (wants('restore')) await runRestore(report, found.compose)
  if (wants('stack')) await runStack(report)
  if (wants('whole')) await runWhole(report, found.compose)
  console.log(`Engine ${found.engine}, compose ${found.composeVersion}.\n\n${report.table()}`)
  if (report.failed() > 0) process.exitCode = 1
} else {
  console.log('No container engine with compose answers here: nothing was tested.')
}
