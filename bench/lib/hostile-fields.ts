import { hostileTexts } from '@rts/shared/testing/hostile-texts'
import type { Post } from './hostile-service.ts'

const sample = 1_000

/** A post for each text that costs a careless rule more than its length: as long as `maxBytes` has room for. */
export function textsInFields(target: string, maxBytes: number, bodyOf: (text: string) => object): Post[] {
  return Object.values(hostileTexts).map((make) => {
    const written = (length: number) => JSON.stringify(bodyOf(make(length)))
    const bytesEach = Buffer.byteLength(written(sample)) / sample
    return { target, body: written(Math.floor(maxBytes / bytesEach)) }
  })
}
