import { addressParts, type Feature, image, type Part, rating, review } from './feature.ts'

// From Google Search Central's tables (CC BY 4.0), which win over tools that ask for more.
const asParts = ['item', 'mainEntity']
const hint: Omit<Part, 'via'> = { types: ['HowToDirection', 'HowToTip'], required: ['text: Text'] }
const step: Omit<Part, 'via'> = {
  types: ['HowToStep'],
  required: ['text: Text | itemListElement: HowToDirection or HowToTip'],
  recommended: ['image', 'name', 'url'],
}

export const placeFeatures: readonly Feature[] = [
  {
    name: 'event',
    types: ['Event'],
    except: ['BroadcastEvent', 'PublicationEvent'],
    required: ['location: Place', 'name: Text', 'startDate: DateTime'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer', 'performer'],
    within: asParts,
    parts: [{ via: 'location', types: ['Place'], required: ['address: PostalAddress'], recommended: ['name'] }],
  },
  {
    name: 'job-posting',
    types: ['JobPosting'],
    required: [
      'datePosted: Date',
      'description: Text',
      'hiringOrganization: Organization',
      'title: Text',
      'jobLocation: Place | applicantLocationRequirements: AdministrativeArea',
    ],
    recommended: ['baseSalary', 'directApply', 'employmentType', 'identifier', 'validThrough'],
    within: asParts,
    parts: [
      { via: 'jobLocation: Place', required: ['address: PostalAddress', 'address.addressCountry: Text or Country'] },
      { via: 'hiringOrganization', required: ['name: Text'] },
    ],
  },
  {
    name: 'local-business',
    types: ['LocalBusiness'],
    except: ['VacationRental'],
    required: ['address: PostalAddress', 'name: Text'],
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
    parts: [rating, review, { via: 'geo', recommended: ['latitude', 'longitude'] }],
  },
  {
    name: 'movie',
    types: ['Movie'],
    required: ['image: URL or ImageObject', 'name: Text'],
    recommended: ['aggregateRating', 'dateCreated', 'director', 'review'],
    within: asParts,
    parts: [image, rating, review],
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
    required: ['image: URL or ImageObject', 'name: Text'],
    recommended: [
      'aggregateRating',
      'author',
      'cookTime|totalTime',
      'datePublished',
      'description',
      'keywords',
      'nutrition.calories',
      'prepTime|totalTime',
      'recipeCategory',
      'recipeCuisine',
      'recipeIngredient',
      'recipeInstructions',
      'recipeYield',
      'totalTime|cookTime',
      'video',
    ],
    within: asParts,
    parts: [
      image,
      rating,
      review,
      {
        via: 'recipeInstructions',
        types: ['HowToSection'],
        required: ['itemListElement: HowToStep or HowToDirection or HowToTip', 'name: Text'],
      },
      { via: 'recipeInstructions', ...step },
      { via: 'recipeInstructions.itemListElement', ...step },
      { via: 'recipeInstructions.itemListElement', ...hint },
      { via: 'recipeInstructions.itemListElement.itemListElement', ...hint },
    ],
  },
  {
    name: 'vacation-rental',
    types: ['VacationRental'],
    required: [
      'containsPlace: Accommodation',
      'identifier: Text',
      'image: URL',
      'name: Text',
      'latitude: Number | geo.latitude: Number',
      'longitude: Number | geo.longitude: Number',
    ],
    recommended: ['address', 'aggregateRating', 'brand', 'checkinTime', 'checkoutTime', 'additionalType'],
    parts: [
      rating,
      {
        via: 'containsPlace',
        required: ['occupancy: QuantitativeValue', 'occupancy.value: Integer'],
        recommended: ['additionalType', 'amenityFeature'],
      },
      { via: 'address', recommended: addressParts },
    ],
  },
]
