export { PasskeyHint as Hint } from './hint'
export { PasskeySection as AccountSection } from './section'
