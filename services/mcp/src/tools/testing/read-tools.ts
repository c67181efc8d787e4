import { readTexts } from '@rts/shared/testing/hostile-texts'
import { catalog } from '../catalog.ts'

/** Reads a call of each tool whose every text is this one. */
export function readTools(text: string): void {
  for (const { input } of catalog) readTexts(input, text)
}
