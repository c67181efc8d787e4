import path from 'node:path'

/** Where letters are saved as files if no mail server is set up. */
export function mailFolderOf(dataDir: string): string {
  return path.resolve(dataDir, 'mail')
}
