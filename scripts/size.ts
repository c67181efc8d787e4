import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { outboxOperations } from '@rts/shared/contract/operations/outbox'
import { providerCheckOperations } from '@rts/shared/contract/operations/provider-checks'
import { operations } from '@rts/shared/contract/table'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const isCode = (file: string) => /\.(tsx?|sql|css|prisma)$/.test(file)
const isByHand = (file: string) => /^(bench|scripts|(packages\/)?harness)\//.test(file) && !/\.test\.ts$/.test(file)
const isProduct = (file: string) =>
  /^(packages|services)\//.test(file) && !isByHand(file) && !/\.test\.tsx?$|\/(tests|testing|texts)\//.test(file)

function sizeOf(of: (file: string) => boolean) {
  const texts = files.filter((file) => isCode(file) && of(file)).map((file) => readFileSync(file, 'utf8'))
  const lines = texts.map((text) => text.split('\n').length - 1).sort((a, b) => a - b)
  return {
    files: lines.length,
    lines: lines.reduce((sum, each) => sum + each, 0),
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    median: lines[Math.floor(lines.length / 2)] ?? 0,
  }
}

/** Prints how much an owner has to hold: code of the product (no test, text or fixture), code that is run by hand, and how much of everything. */
console.table({ product: sizeOf(isProduct), 'run by hand': sizeOf(isByHand), all: sizeOf(() => true) })
const madePerService = Object.keys({ ...outboxOperations, ...providerCheckOperations }).length
console.log({
  files: files.length,
  migrations: files.filter((file) => file.endsWith('/migration.sql')).length,
  operations: Object.keys(operations).length - madePerService,
  'operations made per service': madePerService,
})
