import type { TestProject } from 'vitest/node'
import { startTestSystem, type TestSystem } from './system.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    systemFolder: string
  }
}

let system: TestSystem | undefined

/** Once per run, if a test file that shares the system is among the chosen ones. Its visitors say where they call from. */
export async function setup(project: TestProject): Promise<void> {
  const say = (line: string) => void process.stderr.write(`The shared system: ${line}\n`)
  system = await startTestSystem({ env: { TRUSTED_PROXY_HOPS: '1' }, say })
  project.provide('systemFolder', system.folder)
}

export async function teardown(): Promise<void> {
  await system?.remove()
}
