import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The text of an export. Throws for a file that is missing, empty or not UTF-8. */
export function readExport(file: string): string {
  const bytes = bytesOf(file)
  if (bytes.length === 0) throw new Error(`${file} is empty`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file} is not UTF-8 text`)
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = Object(error)
    throw new Error(code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`)
  }
}

/** The domain in the file name of a SerpBear export; browsers number repeated downloads. */
export function domainOfExport(file: string): string {
  const [, domain] = /^(.+)-keywords_serp(?: ?\(\d+\))?\.csv$/i.exec(path.basename(file)) ?? []
  if (!domain) throw new Error('--domain: is required, because the file is not named DOMAIN-keywords_serp.csv')
  return domain
}
