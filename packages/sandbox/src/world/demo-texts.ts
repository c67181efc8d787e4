import type { demoTopics } from './demo.ts'

export const topicNotes: Readonly<Record<(typeof demoTopics)[number], string>> = {
  'pour over coffee':
    'A paper filter, a thin kettle and three minutes of patience give the clearest cup we know. Rinse the paper first, wet the grounds with twice their weight of water, and wait half a minute while they swell. Then pour in slow circles from the middle outwards and stop well before the edge. Fifteen grams for a quarter of a litre is where most people end. Bitter means finer than needed, sour means too coarse.',
  'single origin beans':
    'One farm, one valley or one washing station: such a bag tastes of a place and not of a recipe. Ethiopian lots bring flowers and bergamot, those of Kenya blackcurrant, while Colombia and Guatemala lean towards caramel and red apple. Every harvest differs, so our list changes four times a year. We print altitude, variety and the month of picking on the label, because freshness explains more than any poetry.',
  'decaf coffee':
    'Water and carbon dioxide take the caffeine out of green beans long before they meet the drum, and a careful roast keeps what is left sweet. Decaffeinated lots darken sooner, so we stop them by the scent rather than by the clock. Grind a little finer than usual, since the cells are more brittle and let go of their oils at once. After dinner nobody has ever told the two cups apart.',
  'moka pot':
    'Three chambers of aluminium and steam of a bar and a half: the stove has made strong coffee like this since 1933. Fill the base with hot water up to the valve, heap the basket without pressing, and keep the flame low. When the stream turns blond and begins to splutter, take it off and cool the base under the tap. Never wash it with soap, and change the rubber ring once a year.',
  'milk frother':
    'Foam is nothing but air that proteins hold, and they do it best between fifty and sixty degrees. A whisk on batteries makes large bubbles for cocoa, a jug with a double bottom makes silk for a cappuccino, and a steam wand makes either in trained hands. Cold whole milk rises most willingly; of the plants, oats come closest. Rinse at once, for dried milk is the end of every fine mesh.',
  'travel mug':
    'Good steel keeps a drink hot for six hours and forgives a fall onto the platform. Look at the lid before anything else: it should come apart for cleaning, close with one hand and stay shut upside down in a bag. A narrow neck holds warmth, a wide one takes ice and a brush. Fill it with boiling water five minutes ahead, and the first sip at noon is still too hot to hurry.',
}

export const formNotes: Readonly<Record<string, (topic: string, shop: string) => string>> = {
  'best {p}': (topic, shop) =>
    `Each spring ${shop} puts every ${topic} on its shelves to the test again: blind, with eleven neighbours and the same water. What wins is marked with a red dot, whatever it costs.`,
  '{p} reviews': (topic) =>
    `Customers tell us of their ${topic} after a month of use. We print the angry letters as well, and say what we changed because of them.`,
  '{p} online': (topic, shop) =>
    `Whoever orders a ${topic} from ${shop} before noon has it on the way the same day, in a box without plastic. A second thought is free for thirty days.`,
  '{p} for beginners': (topic) =>
    `A first ${topic} need not be an expensive one. Begin with our small set, keep notes of grams and minutes for a week, and change one thing at a time.`,
}

export const about = (shop: string): string =>
  `${shop} began in 2009 behind a bicycle workshop, with a drum for two kilos and a borrowed scale. Today six of us roast on Tuesdays and Fridays, pack on Wednesdays and open the door to everybody on Saturday mornings. We buy from eleven farms that we have all visited, pay before the harvest and write the price on the bag. What is too dark goes to the gardeners next door. Our machines are repaired here and never thrown away; most are older than the people who use them. Twice a year we shut for a week, drink only tea and taste everything anew. If you want to learn, come to the evening courses: milk in March, grinding in May, filters in September and the chemistry of water in November, each for eight people around one long table. Schools visit us for nothing. We answer letters ourselves, usually within a day, and we would rather lose a sale than sell the wrong grinder. In 2017 a storm took the roof, and customers whom we had never met came with buckets and soup. Their names are painted on the beam above the counter, next to the height of the water.`

export const delivery = (shop: string): string =>
  `Parcels of ${shop} leave by cargo bike for addresses in town and by rail for all others, on every working day at two o'clock. Within the country they take one or two days, to neighbouring lands three to five. Postage is a flat rate and falls away for orders above forty. Beans travel in paper with a valve, glass in moulded fibre, and nothing in foam. You get one message when the parcel leaves and none to tell you that it is about to. Should something arrive broken, a photograph is enough: we send another the same afternoon and ask for no form. Returns are free within thirty days, also of opened bags if they did not taste as promised. Subscriptions can be paused, moved by a week or ended with two clicks and without a telephone call. Cafes and offices receive crates that we collect when they are empty; ask for the list with its own prices. In December we stop taking orders on the twentieth, because a late present is worse than an honest no. Customs outside the union are paid by us, and the sum is shown before you pay.`

export const guide = (shop: string): string =>
  `When the first harvests of the year arrive, ${shop} empties its shelves and starts afresh. This guide says what to expect from March to May. Washed lots from the highlands come first and want a lighter hand: a minute less in the drum, a coarser grind, water just off the boil. Naturals follow three weeks later with strawberry and cedar, and they forgive almost any recipe. Keep bags closed for six days after roasting, then use them within the month. Old beans of winter are not lost, for they make the finest cold brew: eighty grams to a litre, twelve hours in the cellar, strained twice through cloth. Spring is also the season to descale, to replace worn burrs and to oil wooden handles. Our bench near the window is free on Thursdays for everyone who wants to do this among friends. Bring your own grinder; we lend the brushes, the food-safe grease and a torch. For the garden there is spent coffee by the bucket, good for roses and rhubarb and avoided by snails. Children get seedlings of the plant itself, which will never bear fruit at this latitude and is loved all the same. Come early: by ten the bench is taken.`

export const thanks = (shop: string): string =>
  `Thank you: ${shop} has your order and begins to pack it. A letter with its number is on the way to you, and another one follows when the parcel leaves. Until then you can change the address, add a bag or call everything off: answer the letter, and one of us does it by hand.`
