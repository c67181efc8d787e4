import { createElement, Fragment, type ReactNode } from 'react'

/** A sentence with parts that are drawn, such as links and dates. */
export function rich(strings: TemplateStringsArray, ...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...strings.flatMap((text, i) => [text, parts[i]]))
}
