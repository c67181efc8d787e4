/** An address as it is written, up to its `#`: pages are the same whatever part of them a link shows. */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '')
}
