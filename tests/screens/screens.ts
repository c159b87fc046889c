/** The pages of the core. A room's: `tests/<row>/screens.ts`. */
import { takeEach } from './pictures'
import { signedIn } from './signed-in'
import { signedOut } from './signed-out'

takeEach({ ...signedOut, ...signedIn })
