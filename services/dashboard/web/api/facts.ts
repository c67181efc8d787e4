import type { PageFacts } from '../../src/http/page-route.ts'

/** Facts about the installation, from the document that the server sent. */
export function readFacts(): PageFacts {
  // safe because the server writes this element into every document
  return JSON.parse(document.getElementById('facts')?.textContent ?? 'null') as PageFacts
}
