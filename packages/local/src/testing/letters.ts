import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The letters to an address in a folder of `.eml` files, oldest first, decoded. */
export function lettersTo(folder: string, to: string): string[] {
  const writtenAt = (name: string) => statSync(path.join(folder, name)).mtimeMs
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return names
    .sort((one, other) => writtenAt(one) - writtenAt(other))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${to}\r\n`))
    .map((text) => {
      const body = text.indexOf('\r\n\r\n')
      return text.slice(0, body) + decoded(text.slice(body))
    })
}

/** The tokens of links to a page in the letters to an address, oldest first. */
export function tokensTo(folder: string, to: string, page: string): string[] {
  return lettersTo(folder, to).flatMap((text) => new RegExp(`/${page}#(\\S+)`).exec(text)?.[1] ?? [])
}

/** Quoted-printable, which the head of a letter is not. */
function decoded(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
