import { problemGuide } from '../contract/problem-guide.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { defaultPlans } from '../plans.ts'
import { givenBack } from './openapi-words.ts'

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

/** `docs/errors.md`. */
export function errorsPage(): string {
  const entries = listedProblems().map(
    ({ code, status, title, retryable, means, todo }) =>
      `<a id="${code}"></a>\n\n## ${status} ${title}: \`${code}\`\n\n${lines(means)}\n\n${lines(`${todo}${retryable ? ' The same call can succeed later.' : ''}`)}\n`,
  )
  return `# Errors by code

<!-- Written from packages/shared/src/contract/problem-guide.ts by \`npm run openapi\`; never edited by hand. -->

${lines('Every refusal is a problem document (RFC 9457), on each way in. A program branches on `code`; `type` leads to the entry here, which a running system shows at `/docs/errors`.')}

${lines(`A call that is refused is never counted or given back to the day, but for \`fetch_failed\`. ${givenBack(defaultPlans)}`)}

${entries.join('\n')}`
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
