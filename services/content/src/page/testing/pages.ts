import type { Page, Served } from '../page.ts'
import { readPage } from '../read-page.ts'

/** A page as a server gave it: HTML, served well at https://shop.example/page unless said otherwise. */
export function pageOf(html: string, { headers = {}, ...served }: Partial<Served> = {}): Page {
  return readPage({
    ...{ url: 'https://shop.example/page', status: 200, ms: 50, body: Buffer.from(html) },
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    ...served,
  })
}
