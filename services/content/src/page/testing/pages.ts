import { createStructuredCheck } from '../../structured-data/check.ts'
import { lacksIn } from '../../structured-data/lacks.ts'
import type { Page, Served } from '../model.ts'
import { readPage } from '../page.ts'

const check = createStructuredCheck()

/** HTML served well at https://shop.example/page, unless overridden. */
export function pageOf(html: string, { headers = {}, ...served }: Partial<Served> = {}): Page {
  const page = readPage({
    url: 'https://shop.example/page',
    status: 200,
    ms: 50,
    body: Buffer.from(html),
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    ...served,
  })
  return page.structured === null ? page : { ...page, lacks: lacksIn(check(page.structured)) }
}
