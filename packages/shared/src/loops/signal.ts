/** A wake-up that is kept until somebody waits for it. */
export function createSignal() {
  let pending = false
  let resolveWait = () => {}
  return {
    wake: () => {
      pending = true
      resolveWait()
    },
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(done, pending ? 0 : ms)
        function done() {
          clearTimeout(timer)
          pending = false
          resolveWait = () => {}
          resolve()
        }
        resolveWait = done
      }),
  }
}
