import { Parser } from 'htmlparser2'

/** Reads a page and keeps nothing: the least that a check of pages can cost. */
export function readPage(html: string): void {
  const parser = new Parser({})
  parser.write(html)
  parser.end()
}

/** Fetches and reads the pages of `content-site.ts`, ten at once, and stores nothing. */
export async function readSite(port: number, pages: number): Promise<void> {
  let next = 0
  const readOn = async () => {
    while (next < pages) {
      const answer = await fetch(`http://127.0.0.1:${port}/page-${next++}.html`)
      if (!answer.ok) throw new Error(`a page of the site answered ${answer.status}`)
      readPage(await answer.text())
    }
  }
  await Promise.all(Array.from({ length: 10 }, readOn))
}
