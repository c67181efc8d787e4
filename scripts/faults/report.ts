import { machine } from '../../harness/measure.ts'

/** The outcome of a fault. `readyS`: seconds from its end until every program was ready; null where that was not looked at. */
export type Seen = {
  jobs: string
  readyS: number | null
  failed: string
  lost: readonly string[]
  doubled: readonly string[]
}
type Row = Seen & { fault: string; state: 'ok' | 'broken' | 'skipped'; note: string }

const maxReadyS = 10
const nothing = { jobs: '–', readyS: null, failed: '–', lost: [], doubled: [] }

/** The rows of a run. A fault that could not be made has a row with its reason. */
export function createReport() {
  const rows: Row[] = []
  const note = (row: Row) => {
    rows.push(row)
    const ready = row.readyS === null ? '' : `, ready after ${row.readyS.toFixed(1)} s`
    process.stderr.write(`${row.state.padEnd(8)} ${row.fault}${ready}${row.note && `: ${row.note}`}\n`)
  }
  return {
    async play(fault: string, run: () => Promise<Seen>): Promise<void> {
      try {
        const seen = await run()
        const slow = seen.readyS !== null && seen.readyS > maxReadyS ? [`ready after ${seen.readyS.toFixed(1)} s`] : []
        const problems = [
          ...seen.lost.map((each) => `lost: ${each}`),
          ...seen.doubled.map((each) => `doubled: ${each}`),
          ...slow,
        ]
        note({ ...seen, fault, state: problems.length === 0 ? 'ok' : 'broken', note: problems.join('; ') })
      } catch (error) {
        note({ ...nothing, fault, state: 'broken', note: error instanceof Error ? error.message : String(error) })
      }
    },
    skip: (fault: string, reason: string) => note({ ...nothing, fault, state: 'skipped', note: reason }),
    isBroken: () => rows.some(({ state }) => state === 'broken'),
    /** The table, in the form of docs/operations.md. */
    table(): string {
      const lines = rows.map(({ fault, jobs, readyS, failed, lost, doubled, state, note: said }) => {
        const cells = [fault, jobs, readyS?.toFixed(1) ?? '–', failed, lost.length, doubled.length]
        const end = state === 'ok' ? '' : ` ${state}: ${said.replaceAll('\n', ' ')} |`
        return `| ${cells.join(' | ')} |${end}`
      })
      const head = '| fault | jobs in flight | ready again after s | failed calls during | lost | doubled |'
      return [head, '|---|---|---|---|---|---|', ...lines].join('\n')
    },
    line: () => JSON.stringify({ bench: 'faults', machine: machine(), rows }),
  }
}
