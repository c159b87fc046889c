/** What Playwright does once, before all tests of the browser. */
import { prepareData } from './support/data-dir'

export default prepareData
