/** What Playwright does once, before all tests of the browser. */
import { prepareData } from './data-dir'

export default prepareData
