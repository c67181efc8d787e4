/** A package as Vite lists it: its licence as SPDX names it, and the text. */
export type Notice = { name: string; version: string; identifier?: string; text?: string }

/** Licences that ask for their text and the author's name at most. Another one is a decision: what does it ask of who ships this? */
const allowed = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'Unlicense', 'OFL-1.1']

/** A sentence for each package that must not be shipped: without an allowed licence, or without the text of it. */
export function refusedNotices(notices: readonly Notice[]): string[] {
  return notices.flatMap(({ name, version, identifier, text }) => {
    const choices = identifier?.replace(/[()]/g, '').split(' OR ') ?? []
    if (!choices.some((one) => allowed.includes(one)))
      return [`${name}@${version} has ${identifier ?? 'no licence'}, which scripts/release/notices.ts does not allow`]
    return text ? [] : [`${name}@${version} has no text of its licence`]
  })
}

/** Every package with its licence, and each text once below the packages that have it. */
export function noticesText(notices: readonly Notice[]): string {
  const texts = Map.groupBy(notices, ({ text = '' }) => text.replaceAll('\r', '').trim())
  const parts = [...texts].map(([text, of]) => {
    const names = of.map(({ name, version, identifier }) => `${name} ${version} (${identifier})`)
    return `${names.join('\n')}\n\n${text}\n`
  })
  return parts.join(`\n${'-'.repeat(80)}\n\n`)
}
