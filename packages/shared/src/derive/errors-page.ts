import { problemGuide } from '../contract/problem-guide.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'

export type ListedProblem = {
  code: ErrorCode
  status: number
  title: string
  retryable: boolean
  means: string
  todo: string
}

export function listedProblems(): ListedProblem[] {
  // safe because the keys of the closed list are its codes
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return codes.map((code) => ({ code, ...errorCodes[code], ...problemGuide[code] })).sort((a, b) => a.status - b.status)
}

const columns = 120

export function lines(text: string): string {
  const wrapped: string[] = []
  for (const word of text.split(' ')) {
    const last = wrapped.at(-1)
    if (last !== undefined && last.length + word.length < columns) wrapped[wrapped.length - 1] = `${last} ${word}`
    else wrapped.push(word)
  }
  return wrapped.join('\n')
}
