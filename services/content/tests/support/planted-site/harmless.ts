import { type Change, linkTo, origin, type Parts } from './page.ts'
import { articles, teas } from './places.ts'
import { prose } from './prose.ts'

const article = (i: number) => articles[i] ?? ''
const main = (html: string) => (parts: Parts) => ({ main: parts.main + html })

const inTemplate =
  '<h1>Row</h1><h4>Cell</h4><img src="/lost.png"><a>Go</a><p id="b">One</p><p id="b">Two</p><picture></picture>'
const places = ['#top', '#', '#:~:text=tea', '#menu:~:text=tea', '#caf%C3%A9', '#/basket'].map((to) =>
  linkTo(to, `At ${to}`),
)
const programs = ['mailto:tea@tea.sandbox.example', 'tel:+4930123456', 'whatsapp://send?text=tea'].map((to) =>
  linkTo(to),
)
const srcset = `${origin}/leaf.png 1x, /large-leaf.png 2x, data:image/gif;base64,R0lGOD= 3x`

/** Parts of real pages that resemble faults. */
export const harmless: readonly Change[] = [
  [article(1), main(`<template>${inTemplate}</template>`)],
  [article(2), main(`<ul id="menu"><li id="café">${places.join(' ')}</li></ul><a name="old"></a><a id="here"></a>`)],
  [article(3), main(`${programs.join(' ')}<a href="#tab" role="tab">Taste</a>`)],
  [article(5), main(`<picture><source srcset="${srcset}"><img src="/leaf.png" alt="" width="1" height="1"></picture>`)],
  [article(9), main('<p itemscope><meta itemprop="sku" content="1"></p>')],
  [article(10), { title: 'Cultivar 404 of the station in Shizuoka' }],
  [article(11), { title: '静岡県産の深蒸し煎茶を産地からお届けします' }],
  ['/guides/d', { hasMenu: false }],
  // A theme repeats this note on every product page, outside the footer.
  ...teas.map((path): Change => [path, main(`<div><p>${prose(8_000, 120)}</p></div>`)]),
]
