import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuiltService, builtServices, services } from '@rts/shared/contract/services'
import type { ServiceProgram } from '@rts/shared/service/main'

/** The programs of a local system: the sandbox, which plays the providers, and each service. */
export const programNames = ['sandbox', ...builtServices] as const
export type ProgramName = (typeof programNames)[number]
/** The variables of each program that starts in a process: its runner knows them later than the process can begin to load their code. */
export type Variables = Partial<Record<ProgramName, NodeJS.ProcessEnv>>

const root = path.resolve(import.meta.dirname, '../../../..')

export function hasWorkThread(name: ProgramName): name is BuiltService {
  return name !== 'sandbox' && services[name].hasWorkThread
}

export async function loadProgram(name: ProgramName): Promise<Pick<ServiceProgram, 'start' | 'work'>> {
  const folder = name === 'sandbox' ? 'packages' : 'services'
  const { program } = await import(pathToFileURL(path.join(root, folder, name, 'src/program.ts')).href)
  return program
}

const startIsOverMs = 60_000

/** Frees once what this thread has only needed for its start: V8 alone would keep that for hours. */
export function collectAfterStart(): void {
  setTimeout(() => void globalThis.gc?.({ type: 'major', execution: 'async' }), startIsOverMs).unref()
}
