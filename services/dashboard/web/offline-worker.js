// The service worker of all pages. It keeps the page that says there is no connection, and nothing else: data and files of
// pages are never older than the server's.
const page = '/offline'

addEventListener('install', (event) => {
  event.waitUntil(keepPage())
})

addEventListener('activate', (event) => {
  // The browser asks for a page while the worker starts.
  event.waitUntil(registration.navigationPreload?.enable())
})

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function keepPage() {
  const kept = await caches.open('offline')
  await kept.add(new Request(page, { cache: 'reload' }))
}

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(page)) ?? Response.error()
  }
}
