import type { Feature, Part } from './feature.ts'

// From Google Search Central's tables (CC BY 4.0), which win over tools that ask for more.
const rating: Part = { via: 'aggregateRating', required: ['ratingValue', 'ratingCount|reviewCount'] }
const review: Part = { via: 'review', required: ['author', 'reviewRating', 'reviewRating.ratingValue'] }
const asParts = ['item', 'mainEntity']
const addressParts = ['addressCountry', 'addressLocality', 'addressRegion', 'postalCode', 'streetAddress']

export const placeFeatures: readonly Feature[] = [
  {
    name: 'event',
    types: ['Event'],
    except: ['BroadcastEvent', 'PublicationEvent'],
    required: ['location', 'name', 'startDate'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer', 'performer'],
    within: asParts,
    parts: [{ via: 'location', types: ['Place'], required: ['address'], recommended: ['name'] }],
  },
  {
    name: 'job-posting',
    types: ['JobPosting'],
    required: ['datePosted', 'description', 'hiringOrganization', 'title', 'jobLocation|applicantLocationRequirements'],
    recommended: ['baseSalary', 'directApply', 'employmentType', 'identifier', 'validThrough'],
    within: asParts,
    parts: [
      { via: 'jobLocation', required: ['address'] },
      { via: 'hiringOrganization', required: ['name'] },
    ],
  },
  {
    name: 'local-business',
    types: ['LocalBusiness'],
    except: ['VacationRental'],
    required: ['address', 'name'],
    recommended: [
      'aggregateRating',
      'geo',
      'openingHoursSpecification|openingHours',
      'priceRange',
      'review',
      'telephone',
      'url',
    ],
    within: asParts,
    parts: [rating, review, { via: 'geo', required: ['latitude', 'longitude'] }],
  },
  {
    name: 'movie',
    types: ['Movie'],
    required: ['image', 'name'],
    recommended: ['aggregateRating', 'dateCreated', 'director', 'review'],
    within: asParts,
    parts: [rating, review],
  },
  {
    name: 'organization',
    types: ['Organization'],
    except: ['LocalBusiness'],
    recommended: ['address', 'contactPoint|email|telephone', 'description', 'logo', 'name', 'sameAs', 'url'],
    within: ['mainEntity'],
    parts: [{ via: 'address', recommended: addressParts }],
  },
  {
    name: 'recipe',
    types: ['Recipe'],
    required: ['image', 'name'],
    recommended: [
      ...['aggregateRating', 'author', 'cookTime|totalTime', 'datePublished', 'description', 'keywords'],
      ...['nutrition.calories', 'prepTime|totalTime', 'recipeCategory', 'recipeCuisine', 'recipeIngredient'],
      ...['recipeInstructions', 'recipeYield', 'totalTime|cookTime', 'video'],
    ],
    within: asParts,
    parts: [
      rating,
      review,
      { via: 'recipeInstructions', types: ['HowToSection'], required: ['itemListElement', 'name'] },
      {
        via: 'recipeInstructions',
        types: ['HowToStep'],
        required: ['text|itemListElement'],
        recommended: ['image', 'name', 'url'],
      },
    ],
  },
  {
    name: 'vacation-rental',
    types: ['VacationRental'],
    required: ['containsPlace', 'identifier', 'image', 'name', 'latitude|geo.latitude', 'longitude|geo.longitude'],
    recommended: ['address', 'aggregateRating', 'brand', 'checkinTime', 'checkoutTime', 'additionalType'],
    parts: [
      rating,
      {
        via: 'containsPlace',
        required: ['occupancy', 'occupancy.value'],
        recommended: ['additionalType', 'amenityFeature'],
      },
      { via: 'address', recommended: addressParts },
    ],
  },
]
