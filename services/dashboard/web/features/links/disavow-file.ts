/** The hosts of a disavow file, one a line; lines that begin with # are comments. */
export function linesOfFile(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
