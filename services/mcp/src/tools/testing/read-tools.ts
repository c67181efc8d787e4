import { readTexts } from '@rts/shared/testing/hostile-texts'
import { catalog } from '../catalog.ts'

export function readTools(text: string): void {
  for (const { input } of catalog) readTexts(input, text)
}
