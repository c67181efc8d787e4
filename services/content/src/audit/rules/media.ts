import type { Image, Page } from '../../page/page.ts'
import { type Follower, followPages, length, type PageRule, type Rules, type SiteRule } from './rule.ts'
import type { ImageAnswer, Site } from './site.ts'

function imagesWhere({ images }: Page, isFault: (image: Image) => boolean): string | false {
  const found = images.filter(isFault)
  const [first] = found
  if (!first) return false
  return found.length === 1 ? first.src : `${found.length} pictures, such as ${first.src}`
}

export const imageRules: Rules<PageRule> = {
  IMG_ALT_MISSING: {
    severity: 'warning',
    title: 'Pictures without an alt text',
    description: 'Screen readers and image search know nothing of a picture without alt.',
    howToFix: 'Say in alt what the picture shows; write alt="" for pictures that only decorate.',
    check: (page) => imagesWhere(page, ({ alt }) => alt === null),
  },
  IMG_ALT_LONG: {
    severity: 'notice',
    title: 'Very long alt text',
    description: 'Screen readers read the alt text aloud in one go.',
    howToFix: 'Keep alt below 100 characters, and put explanations into the text.',
    check: (page) => imagesWhere(page, ({ alt }) => alt !== null && length(alt) > 100),
  },
  PICTURE_WITHOUT_IMG: {
    severity: 'error',
    title: 'Picture element that shows nothing',
    description: 'A <picture> without an <img> in it is not shown, and search engines do not find its pictures.',
    howToFix: 'Put an <img> with src and alt into the <picture>, after its <source> elements.',
    check: ({ emptyPictures: count }) => count > 0 && (count === 1 ? '1 element' : `${count} elements`),
  },
  IMG_NO_DIMENSIONS: {
    severity: 'notice',
    title: 'Pictures without a size',
    description: 'The page jumps while it loads, because the browser cannot keep the room free.',
    howToFix: 'Give each <img> its width and height.',
    check: (page) => imagesWhere(page, ({ hasSize }) => !hasSize),
  },
}

function picturesWhere({ images }: Site, detailOf: (image: ImageAnswer) => string | undefined): Follower {
  return followPages((page) => {
    for (const url of [...page.images, ...page.candidates]) {
      const image = images.get(url)
      const detail = image && detailOf(image)
      if (detail !== undefined) return `${url} (${detail})`
    }
    return undefined
  })
}

/** Takes seconds on a phone. */
export const largeBytes = 500_000

export const imageSiteRules: Rules<SiteRule> = {
  IMG_BROKEN: {
    severity: 'error',
    title: 'Pictures that are missing',
    description: 'The page shows a broken picture.',
    howToFix: 'Upload the picture again, correct its address, or remove it.',
    follow: (site) =>
      picturesWhere(site, ({ status }) => (status === null ? 'no answer' : status >= 400 ? `${status}` : undefined)),
  },
  IMG_LARGE: {
    severity: 'notice',
    title: 'Very large pictures',
    description: 'Pictures above 500 kB take seconds on a phone.',
    howToFix: 'Save the picture in the size that it is shown in, as WebP or AVIF.',
    follow: (site) =>
      picturesWhere(site, ({ bytes }) =>
        bytes !== null && bytes > largeBytes ? `${Math.round(bytes / 1_000)} kB` : undefined,
      ),
  },
}

const longest = 115

export const addressRules: Rules<PageRule> = {
  URL_LONG: {
    severity: 'notice',
    title: 'Long address',
    description: 'Long addresses are cut in search results and break in mails.',
    howToFix: 'Use a few words that say what the page is about; redirect the old address.',
    check: ({ url }) => url.length > longest && `${url.length} characters`,
  },
  URL_UPPERCASE: {
    severity: 'notice',
    title: 'Capitals in the address',
    description: 'Addresses differ by case, so that the same page is easily reached by several.',
    howToFix: 'Use lower case, and redirect the old address.',
    check: ({ url }) => /[A-Z]/.test(new URL(url).pathname.replace(/%[\dA-F]{2}/g, '')),
  },
  URL_UNDERSCORE: {
    severity: 'notice',
    title: 'Underscores in the address',
    description: 'Search engines take words joined by underscores for one word.',
    howToFix: 'Join words by hyphens, and redirect the old address.',
    check: ({ url }) => new URL(url).pathname.includes('_'),
  },
  URL_SPACE: {
    severity: 'notice',
    title: 'Spaces in the address',
    description: 'Spaces become %20 and break where addresses are copied.',
    howToFix: 'Join words by hyphens, and redirect the old address.',
    check: ({ url }) => /%20|\+/.test(new URL(url).pathname),
  },
  URL_DOUBLE_SLASH: {
    severity: 'notice',
    title: 'Double slash in the address',
    description: 'A doubled slash makes a second address of the same page.',
    howToFix: 'Correct the links, and redirect the address to the one with single slashes.',
    check: ({ url }) => new URL(url).pathname.includes('//'),
  },
}
