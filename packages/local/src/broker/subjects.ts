/** A subject is dot-separated tokens without white space; a pattern may use `*` for one token and a last `>` for one or more. */
export function isPattern(subject: string): boolean {
  const tokens = subject.split('.')
  return tokens.every((token, at) => isToken(token) && (token !== '>' || at === tokens.length - 1))
}

/** A subject that can be published to. */
export function isLiteral(subject: string): boolean {
  return subject.split('.').every((token) => isToken(token) && token !== '*' && token !== '>')
}

/** Whether a published subject matches a pattern, both split into tokens. */
export function matches(pattern: readonly string[], subject: readonly string[]): boolean {
  for (const [at, token] of pattern.entries()) {
    if (token === '>') return subject.length > at
    if (at >= subject.length || (token !== '*' && token !== subject[at])) return false
  }
  return pattern.length === subject.length
}

function isToken(token: string): boolean {
  return token !== '' && !/\s/.test(token)
}
