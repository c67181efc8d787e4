import { expect, it } from 'vitest'
import { pageOf } from '../../page/testing/pages.ts'
import { statusRules } from './statuses.ts'

const isSoft404 = (title: string) => statusRules.SOFT_404?.check(pageOf(`<title>${title}</title>`)) !== false

it.each([
  '404',
  '404 | Tea shop',
  '404 – Tea shop',
  'Error 404',
  'Error 404: the page has moved',
  '404 error',
  'HTTP Status 404',
  'Tea shop | 404 Not Found',
  'The page was not found',
  'Fehler 404',
  'Die Seite wurde nicht gefunden',
  'Page introuvable',
  'Página no encontrada',
  'Halaman tidak ditemukan',
  'Kesalahan 404',
  'Strony nie znaleziono',
  'Sayfa bulunamadı',
  'Страница не найдена',
  'Không tìm thấy trang',
  'ページが見つかりません',
  '404エラー',
  '页面未找到',
  '페이지를 찾을 수 없습니다',
])('%s: a page that is not there', (title) => {
  expect(isSoft404(title)).toBe(true)
})

it.each([
  'Peugeot 404 restoration guide',
  'Room 404 of the Tea House Hotel',
  '404 Media on tea',
  'Tea 404: a cultivar from Shizuoka',
  'Terror 404',
  '4040 teas, not all of them found',
  'Errors of beginners, and how to brew better',
  'What 1,404 errors taught us',
  `A long text about pages that were not found ${'and more '.repeat(10)}`,
])('%s: a page about something', (title) => {
  expect(isSoft404(title)).toBe(false)
})
