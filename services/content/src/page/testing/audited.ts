import { factsOf } from '../../audit/facts.ts'
import { readPage } from '../page.ts'

const served = { url: 'https://shop.example/page', status: 200, ms: 50, headers: { 'content-type': 'text/html' } }

export const audited = (html: string) => factsOf(readPage({ ...served, body: Buffer.from(html) }), 'shop.example')
