import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { machine, round } from './measure.ts'

export type Cells = Record<string, string | number>
type State = 'ok' | 'failed' | 'skipped'
export type Row = Cells & { step: string; seconds: number; state: State }

const root = path.resolve(import.meta.dirname, '..')

/** Prints rows in aligned columns. */
export function printTable(rows: readonly Cells[]): void {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  const padded = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))
  for (const line of cells) console.log(line.map(padded).join('  '))
}

/** Ends a run: its figures as one JSON object on the last line, kept in `.data/results/NAME.jsonl` with commit and load. */
export function publish(name: string, figures: object): void {
  const folder = path.join(root, '.data/results')
  mkdirSync(folder, { recursive: true })
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const kept = { at: new Date().toISOString(), commit, load: round(os.loadavg()[0] ?? 0, 1), name, machine: machine() }
  appendFileSync(path.join(folder, `${name}.jsonl`), `${JSON.stringify({ ...kept, ...figures })}\n`)
  console.log(JSON.stringify({ name, machine: machine(), ...figures }))
}

/** The steps of a run. A step that fails has a row with its reason, and the next one runs. */
export function createReport(name: string) {
  const rows: Row[] = []
  const note = (row: Row, text: string) => {
    rows.push(row)
    process.stderr.write(`${row.state.padEnd(8)} ${row.step} (${row.seconds.toFixed(0)} s)${text && `: ${text}`}\n`)
  }
  return {
    /** Runs a step, which answers its cells, with a `problem` in words if it was not as it must be. A throw is one as well. */
    async step(step: string, run: () => Promise<Cells & { problem?: string }>): Promise<void> {
      const startedAt = performance.now()
      const cells: Cells & { problem?: string } = await run().catch((error: unknown) => ({
        problem: error instanceof Error ? error.message : String(error),
      }))
      const seconds = round((performance.now() - startedAt) / 1_000, 1)
      const text = Object.entries(cells).map(([what, value]) => (what === 'seen' ? value : `${what} ${value}`))
      const state = cells.problem ? 'failed' : 'ok'
      note({ step, seconds, state, ...cells }, text.join(', ').replaceAll('\n', ' '))
    },
    skip: (step: string, reason: string) => note({ step, seconds: 0, state: 'skipped', reason }, reason),
    isOk: () => rows.every(({ state }) => state !== 'failed'),
    /** Prints the table and the line of JSON; a failed step makes the run end with 1. */
    end(figures: object = {}): void {
      printTable(rows)
      publish(name, { ...figures, rows })
      if (rows.some(({ state }) => state === 'failed')) process.exitCode = 1
    },
  }
}
