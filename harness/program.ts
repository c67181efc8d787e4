import { spawn } from 'node:child_process'

type Options = { env?: NodeJS.ProcessEnv; cwd?: string; timeout?: number }

/** Runs a program to its end. `code` is null if it could not start, or was stopped; `stderr` says then why. */
export function runProgram(command: string, args: readonly string[], { env, ...options }: Options = {}) {
  const child = spawn(command, args, { ...options, env: { ...process.env, ...env }, stdio: 'pipe' })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => stdout.push(part))
  child.stderr.on('data', (part: Buffer) => stderr.push(part))
  child.stdin.end()
  return new Promise<{ code: number | null; stdout: Buffer; stderr: string }>((resolve) => {
    const end = (code: number | null, why = '') =>
      resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() + why })
    child.once('error', (error) => end(null, error.message))
    child.once('close', (code, signal) => end(code, signal ? `\nstopped by ${signal}` : ''))
  })
}
