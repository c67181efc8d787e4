import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServiceProgram } from '@rts/shared/service/main'

/** A program that runs beside others in one process: the file that exports its `program`, and its variables. */
export type Together = { file: string; env: NodeJS.ProcessEnv }

const root = path.resolve(import.meta.dirname, '../../../..')

/** The variables of the process that runs these programs, as `readPrograms` reads them there. */
export function variablesFor(programs: readonly Together[]): NodeJS.ProcessEnv {
  return { PROGRAMS: JSON.stringify(programs) }
}

export function readPrograms(env: NodeJS.ProcessEnv): Together[] {
  // safe because `variablesFor` wrote it
  const programs = JSON.parse(env.PROGRAMS ?? '[]') as Together[]
  return programs.map((program) => ({ ...program, env: { ...env, ...program.env } }))
}

export async function loadProgram({ file }: Together): Promise<ServiceProgram> {
  const { program } = await import(pathToFileURL(path.join(root, file)).href)
  return program
}

const startIsOverMs = 60_000

/** Frees once what this thread has only needed for its start: V8 alone would keep that for hours. */
export function collectAfterStart(): void {
  setTimeout(() => void globalThis.gc?.({ type: 'major', execution: 'async' }), startIsOverMs).unref()
}
