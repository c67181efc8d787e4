import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { kit as t } from '../../texts/kit.ts'

/** The secret after the `#` of the address, which no server sees. Another link in the same tab starts over. */
export function useHash(): string {
  // Not the router's location: that changes before this page goes.
  const [hash] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  return hash
}

/** Whether a media query holds, as that changes: for parts that must not be in the document twice. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}

/** The width of an element in pixels, as it changes; 0 until it is known. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t.product}`
  }, [title])
}

const yearSeconds = 31_536_000

export function themeNow(): string {
  return document.documentElement.dataset.theme ?? 'system'
}

/** Light, dark, or as the device has it. The cookie tells the server, which writes it into every document. */
export function chooseTheme(theme: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `theme=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  document.documentElement.dataset.theme = theme
}
