type Row = { step: string; seconds: number; outcome: string; ok: boolean }

/** The steps of a run. A failed step is recorded, and the next one runs. */
export function createReport() {
  const rows: Row[] = []
  return {
    /** Runs a step; `run` answers its observation, and throws if the step fails. */
    async step(step: string, run: () => Promise<string>): Promise<void> {
      const startedAt = performance.now()
      const note = (outcome: string, ok: boolean) => {
        const seconds = (performance.now() - startedAt) / 1_000
        rows.push({ step, seconds, outcome: outcome.replaceAll('\n', ' '), ok })
        process.stderr.write(`${ok ? 'ok  ' : 'FAIL'}  ${step} (${seconds.toFixed(0)} s): ${outcome}\n`)
      }
      try {
        note(await run(), true)
      } catch (error) {
        note(error instanceof Error ? error.message : String(error), false)
      }
    },
    /** The table, in the form of docs/operations.md. */
    table(): string {
      const lines = rows.map(
        ({ step, seconds, outcome, ok }) => `| ${step} | ${ok ? '' : 'FAILED: '}${outcome} | ${seconds.toFixed(0)} |`,
      )
      return ['| step | what was seen | seconds |', '|---|---|---|', ...lines].join('\n')
    },
    failed: () => rows.filter(({ ok }) => !ok).length,
  }
}

export type Report = ReturnType<typeof createReport>
