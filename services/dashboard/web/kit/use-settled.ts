import { useEffect, useState } from 'react'

const settleMs = 700

/** False for a moment whenever the page comes into view: the second half of a double click on what lay over it must press nothing. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      setSettled(false)
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(true), settleMs)
    }
    begin()
    addEventListener('focus', begin)
    return () => {
      removeEventListener('focus', begin)
      clearTimeout(timer)
    }
  }, [])
  return isSettled
}
