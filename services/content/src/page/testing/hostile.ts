/** Pages that cost a careless parser far more than their length. */
const filled = (length: number, part: string): string => part.repeat(Math.ceil(length / part.length))
const within = (length: number, before: string, part: string): string => before + filled(length - before.length, part)
const halves = (length: number, first: string, second: string): string =>
  filled(length / 2, first) + filled(length / 2, second)
const numbered = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join('')
const wave = (up: string, down: string) => up.repeat(400) + down.repeat(2_000)

export const hostilePages: Readonly<Record<string, (length: number) => string>> = {
  'elements in each other': (n) => filled(n, '<div>'),
  'headings in each other': (n) => filled(n, '<h1>x<h2>'),
  'ends without beginnings': (n) => within(n, '<b>'.repeat(490), '</i>'),
  'deep and shallow by turns': (n) => filled(n, wave('<b>', '</i>') + '</b>'.repeat(400)),
  'drawings in each other': (n) => filled(n, '<svg><foreignObject>'),
  'forms in each other': (n) => filled(n, '<form><p>'),
  links: (n) => filled(n, '<a href="/x?1">a</a>'),
  'links that are not closed': (n) => filled(n, '<a href="/x?1">a'),
  'a long base for all links': (n) =>
    within(n, `<base href="https://shop.example/${'a'.repeat(n / 2)}/">`, '<a href="b">c</a>'),
  'a base of many folders': (n) => within(n, `<base href="/${'a/../'.repeat(400)}">`, '<a href="../b">c</a>'),
  'a base that makes long addresses': (n) =>
    `<base href="/${'a'.repeat(2_000)}/">${Array.from({ length: n / 20 }, (_, i) => `<a href="${i}">c</a>`).join('')}`,
  'a long base for pictures and forms': (n) =>
    within(n, `<base href="https://shop.example/${'a'.repeat(2_000)}/">`, '<img src=b><form action=c></form>'),
  'addresses that end in question marks': (n) => filled(n, `<a href="/${'?'.repeat(4_000)}a">b</a>`),
  'addresses with many parameters': (n) => filled(n, `<a href="/?${'a=1&'.repeat(500)}">b</a>`),
  'labels that end in dots': (n) => filled(n, `<a href="/a">${'….'.repeat(4_500)}a</a>`),
  'a long title': (n) => within(n, '<title>', 'a '),
  'many titles': (n) => filled(n, '<title>a</title>'),
  'a long heading with pictures': (n) => within(n, '<h1><a href=/>', '<img src=a alt=b>'),
  'a long description': (n) => `<meta name=description content="${filled(n, 'a ')}">`,
  'many descriptions': (n) => filled(n, '<meta name=description content=a>'),
  'metas with names of their own': (n) =>
    Array.from({ length: n / 24 }, (_, i) => `<meta name=a${i} content=b>`).join(''),
  'a long robots directive': (n) => `<meta name=robots content="${filled(n, 'unavailable_after: , ')}">`,
  'language versions': (n) => filled(n, '<link rel=alternate hreflang=en-GB href=/a>'),
  'canonical addresses': (n) => filled(n, '<link rel=canonical href=/a>'),
  'a long language': (n) => `<html lang="${filled(n, 'en-')}">`,
  'an attribute without end': (n) => within(n, '<p ', 'x'),
  'a value without end': (n) => within(n, '<p title="', 'x'),
  'many attributes': (n) => `<p ${Array.from({ length: n / 8 }, (_, i) => `a${i}`).join(' ')}>`,
  'long classes': (n) => `<link rel="${filled(n, 'alternate ')}" href=a>`,
  'scripts of broken data': (n) => filled(n, '<script type="application/ld+json">{"a"</script>'),
  'a script without end': (n) => within(n, '<script type="application/ld+json">', '{"a":['),
  'comments without end': (n) => filled(n, '<!-- '),
  'half entities': (n) => filled(n, '&amp'),
  'words of one letter': (n) => filled(n, 'a '),
  'words with many hyphens': (n) => filled(n, "a-'"),
  'letters beyond ASCII': (n) => filled(n / 2, '茶 é'),
  ids: (n) => numbered(n / 12, (i) => `<i id=a${i}>`),
  'one id': (n) => filled(n, '<i id=a></i>'),
  'a long id': (n) => `<p id="${filled(n, 'a')}">`,
  'links to places': (n) => numbered(n / 20, (i) => `<a href=/a#b${i}>a</a>`),
  'links to places with long names': (n) => filled(n, `<a href="#${'%C3'.repeat(90)}">a</a>`),
  'links with nofollow': (n) => numbered(n / 32, (i) => `<a rel=nofollow href=/${i}>a</a>`),
  'links of odd schemes': (n) => filled(n, '<a href="java\tscript:a">a</a>'),
  'pictures for many widths': (n) => `<img src=a srcset="${numbered(n / 12, (i) => `/${i} ${i}w,`)}">`,
  'many pictures for many widths': (n) => filled(n, `<img srcset="${'/a 1w, '.repeat(20)}">`),
  'a srcset of commas': (n) => `<img srcset="${filled(n, ',')}">`,
  'a srcset of open brackets': (n) => `<img srcset="${filled(n, 'a (')}">`,
  'pictures in each other': (n) => filled(n, '<picture><img>'),
  'templates in each other': (n) => filled(n, '<template><p>'),
  'templates in a row': (n) => within(n, '<p itemscope>', '<template></template>'),
  'metas in the body': (n) => within(n, '<p>', '<meta name=a content=b>'),
  'next pages': (n) => filled(n, '<link rel=next href=/a>'),
  'a text without spaces': (n) => filled(n / 3, '茶'),
  'a title of wide letters': (n) => `<title>${filled(n / 3, '茶')}</title>`,
  'brackets alone': (n) => filled(n, '<'),
  'two kinds of brackets': (n) => halves(n, '<a>', '</'),
}
