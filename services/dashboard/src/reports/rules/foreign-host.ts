import { endsInPublicSuffix, isWithin, normaliseHost } from '@rts/shared/hosts'
import { normalForm } from '@rts/shared/normal-form'

/** Labels with dots between them, of each kind that browsers take for one. */
const dotted = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:[.。][\p{L}\p{M}\p{N}_-]+)+/gu

/** The first host in a text that is neither `domain` nor below it: mail programs make a link of it. Undefined without one. */
export function foreignHost(text: string, domain: string): string | undefined {
  for (const [written] of normalForm(text, 'NFKC').matchAll(dotted)) {
    const read = normaliseHost(written)
    if (read.ok && endsInPublicSuffix(read.host) && !isWithin(read.host, domain)) return written
  }
  return undefined
}
