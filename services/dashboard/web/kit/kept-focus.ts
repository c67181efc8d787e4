import { useEffect } from 'react'

/**
 * Where the focused element leaves the page, the focus goes to what was around it, and not to the document, from which the next key
 * begins at the top. The focus does not stay in a bar that disappears by itself (`data-passing`).
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: Element[] = []
    let isPassing = false
    let frame = 0
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest('main')) return
      isPassing = target.closest('[data-passing]') !== null
      if (!isPassing) around = [...ancestors(target)]
    }
    const keep = () => {
      frame = 0
      const isLost = isPassing || around[0]?.isConnected === false
      if (!isLost || document.activeElement !== document.body) return
      const place = around.find((element) => element.isConnected) ?? document.querySelector('main')
      if (!(place instanceof HTMLElement)) return
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1
      place.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(() => {
      frame ||= requestAnimationFrame(keep)
    })
    document.addEventListener('focusin', remember)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      changes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}

function* ancestors(element: Element): Generator<Element> {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    yield at
    if (at.tagName === 'MAIN') return
  }
}
