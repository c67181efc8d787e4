import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildTree, type Files } from './import-rules/tree.ts'
import { violatingFiles, violations } from './import-rules/violations.ts'

const root = path.resolve(import.meta.dirname, '..')
const config = path.join(root, '.dependency-cruiser.cjs')
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})
const rules = z
  .object({ forbidden: z.array(z.object({ name: z.string(), severity: z.string() })) })
  .parse(createRequire(import.meta.url)(config)).forbidden

type Found = { file: string; rule: string }
const trees: string[] = []
let clean: Found[]
let broken: Found[]

beforeAll(async () => {
  const found = await Promise.all([cruise({}), cruise(violatingFiles())])
  clean = found[0]
  broken = found[1]
})

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true })
})

describe('import rules', () => {
  it('each has a planted violation and is an error', () => {
    const names = rules.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(rules.filter(({ severity }) => severity !== 'error')).toEqual([])
    expect([...new Set(violations.map(({ rule }) => rule))].sort()).toEqual([...names].sort())
  })

  it('leave a tree alone that uses all that each layer may use', () => expect(clean).toEqual([]))

  it.each(violations)('$rule reports each import of $file', ({ rule, file, text, reported = file }) => {
    const found = broken.filter((each) => each.rule === rule && each.file === reported)
    expect(found).toHaveLength(text.split('import').length - 1)
  })

  it('report nothing but the planted files', () => {
    const files = Object.keys(violatingFiles())
    const planted = [...files, ...files.map((file) => path.dirname(file))]
    expect(broken.filter(({ file }) => !planted.includes(file))).toEqual([])
  })
})

/** The findings of the project's own rules in a workspace with these extra files. */
async function cruise(extra: Files): Promise<Found[]> {
  const tree = realpathSync(mkdtempSync(path.join(tmpdir(), 'import-rules-')))
  trees.push(tree)
  buildTree(tree, extra)
  const args = [
    cruiser,
    '--config',
    config,
    '--output-type',
    'json',
    'packages',
    'services',
    'scripts',
    'tests',
    'bench',
  ]
  const { summary } = report.parse(JSON.parse(await output(args, tree)))
  expect(summary.totalCruised).toBeGreaterThan(20)
  return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }))
}

function output(args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      // The exit status counts the violations; only a run without a report has failed.
      if (stdout === '') reject(new Error(stderr, { cause: error }))
      else resolve(stdout)
    })
  })
}
