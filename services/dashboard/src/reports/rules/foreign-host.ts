import { domainToASCII } from 'node:url'
import { endsInPublicSuffix, isWithin } from '@rts/shared/hosts'

/** Labels with dots between them, of each kind that browsers take for one. */
const dotted = /[\p{L}\p{M}\p{N}_-]+(?:[.。][\p{L}\p{M}\p{N}_-]+)+/gu

/** The first host in a text that is neither `domain` nor below it: mail programs make a link of it. Undefined without one. */
export function foreignHost(text: string, domain: string): string | undefined {
  for (const [written] of text.normalize('NFKC').matchAll(dotted)) {
    const host = domainToASCII(written.toLowerCase().replaceAll('_', ''))
    if (endsInPublicSuffix(host) && !isWithin(host, domain)) return written
  }
  return undefined
}
