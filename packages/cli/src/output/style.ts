import type { World } from '../world.ts'

/** How to write for people: `columns` is null where there is no terminal. */
export type Style = { columns: number | null; hasColour: boolean; isAscii: boolean }

/** `isPlain`: as if no terminal were there. */
export function styleOf({ env, stdout }: World, { isPlain, isAscii }: { isPlain: boolean; isAscii: boolean }): Style {
  const isTerminal = stdout.isTTY === true && !isPlain
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return {
    columns: isTerminal ? Math.max(40, stdout.columns ?? 80) : null,
    // NO_COLOR counts where it is not empty (no-color.org).
    hasColour: isTerminal && !env.NO_COLOR && env.TERM !== 'dumb',
    isAscii: isAscii || !/utf-?8/i.test(locale),
  }
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const
export type Tint = keyof typeof codes

export function tinted(text: string, tint: Tint | undefined, { hasColour }: Style): string {
  return hasColour && tint !== undefined ? `\u001b[${codes[tint]}m${text}\u001b[0m` : text
}
