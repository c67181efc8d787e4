import { once } from 'node:events'
import { startThread } from '@rts/shared/threads/thread'

const heapMb = 256

/** As `otherLanguage`, in a thread that ends: the detector's data takes 90 MB, and articles are rare. */
export async function findOtherLanguage(markdown: string, asked: string): Promise<string | null> {
  const thread = startThread(new URL('language-worker.ts', import.meta.url), heapMb, { markdown, asked })
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread of the language ended without an answer')
  })
  const [found] = await Promise.race([once(thread, 'message'), ended])
  return found
}
