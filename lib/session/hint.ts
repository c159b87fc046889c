/** A hint in the browser that somebody is signed in here: which links a page shows first. It says nothing of who. */
import { paths } from '@/lib/site/routes'

/** In local storage. Pages ask the server as well, whatever it says. */
export const hintKey = 'foyer-signed-in'

/** On the root element, where style sheets read it. */
export const hintAttribute = 'data-signed-in'

/**
 * Inline script in every page's head: shows the hint before the first paint. The sign-in form is only shown to whoever has no
 * session, so it ends the hint. What a sign-out leads to says so in its address, once.
 *
 * A string for the same reasons as `consentBoot`.
 */
export const sessionBoot = `(function(w,d){\
var r=d.documentElement,l=w.location;\
try{\
if(l.pathname=='${paths.login}')w.localStorage.removeItem('${hintKey}');\
if(w.localStorage.getItem('${hintKey}'))r.setAttribute('${hintAttribute}','')\
}catch(e){}\
if(l.search=='?signed-out=1'){r.setAttribute('data-signed-out','');w.history.replaceState(null,'',l.pathname)}\
})(window,document)`
