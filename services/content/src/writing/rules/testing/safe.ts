import { knownLinks } from '../links.ts'
import { safeMarkdown } from '../safe-markdown.ts'

const own = knownLinks(
  'shop.example',
  ['https://shop.example/moka', 'http://shop.example/a(b)?x=1&y=2'],
  ['gov.example'],
)
export const safe = (text: string) => safeMarkdown(text, own)
