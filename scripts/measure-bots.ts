/** `npm run measure:bots`: how `botOf` does on public lists of crawlers and of people's browsers. */
import { measureBots } from './measure/bots'

const { crawlers, people, missed, caught } = measureBots()
const share = (missed.length / crawlers) * 100

console.log(
  `${crawlers} agents of search engines and link previews: ${missed.length} missed (${share.toFixed(2)} %)`,
)
for (const agent of missed) console.log(`  missed: ${agent}`)
console.log(`${people} agents of people: ${caught.length} taken for bots`)
for (const agent of caught) console.log(`  caught: ${agent}`)
process.exitCode = share > 1 || caught.length > 0 ? 1 : 0
