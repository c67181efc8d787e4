import type { Pair } from './translator.ts'

/** The reasons for content ideas. */
export const ideas: readonly Pair[] = [
  [
    '{} at position {} on {} for "{}", your site not found',
    '{} di posisi {} pada {} untuk "{}", situs Anda tidak ditemukan',
  ],
  [
    '{} at position {} on {} for "{}", your site at position {}',
    '{} di posisi {} pada {} untuk "{}", situs Anda di posisi {}',
  ],
  ['Asked on the results page of "{}" on {}', 'Ditanyakan di halaman hasil "{}" pada {}'],
  [
    'Position {} on {}, not found on {} for "{}"; page {}',
    'Posisi {} pada {}, tidak ditemukan pada {} untuk "{}"; halaman {}',
  ],
  ['Position {} on {}, {} on {} for "{}"; page {}', 'Posisi {} pada {}, {} pada {} untuk "{}"; halaman {}'],
  ['Position {} on {}, not found on {} for "{}"', 'Posisi {} pada {}, tidak ditemukan pada {} untuk "{}"'],
  ['Position {} on {}, {} on {} for "{}"', 'Posisi {} pada {}, {} pada {} untuk "{}"'],
  ['Position {} on {} for "{}"; page {}', 'Posisi {} pada {} untuk "{}"; halaman {}'],
  ['Position {} on {} for "{}"', 'Posisi {} pada {} untuk "{}"'],
  [
    'Google\'s search console: position {} for "{}", seen once from {} to {}; no keyword tracks it',
    'Google Search Console: posisi {} untuk "{}", tampil sekali dari {} sampai {}; belum dipantau kata kunci mana pun',
  ],
  [
    'Google\'s search console: position {} for "{}", seen {} times from {} to {}; no keyword tracks it',
    'Google Search Console: posisi {} untuk "{}", tampil {} kali dari {} sampai {}; belum dipantau kata kunci mana pun',
  ],
  [
    'Section "{}" of {}; none of the pages crawled by {} ({}) is about it',
    'Bagian "{}" dari {}; tidak satu pun halaman yang di-crawl sampai {} ({}) membahasnya',
  ],
  [
    'None of the pages crawled by {} ({}) has "{}" in its title or main heading',
    'Tidak satu pun halaman yang di-crawl sampai {} ({}) memuat "{}" di judul atau heading utamanya',
  ],
  ['Not found for "{}" on {}', 'Tidak ditemukan untuk "{}" pada {}'],
]
