import type { PageFacts } from '../../src/http/page-route.ts'

export function readFacts(): PageFacts {
  // safe because the server writes this element into every document
  return JSON.parse(document.getElementById('facts')?.textContent ?? 'null') as PageFacts
}
