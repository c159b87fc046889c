/** A hint in the browser that a user is signed in here, without who: decides which links a page shows first. */
import { paths } from '@/lib/site/routes'

/** In local storage. Pages ask the server in any case. */
export const hintKey = 'foyer-signed-in'

/** On the root element, for style sheets. */
export const hintAttribute = 'data-signed-in'

/**
 * Inline script in every page's head: applies the hint before the first paint. The sign-in form is only shown without a
 * session, so it clears the hint. The page after a sign-out has a mark in its URL, which is removed.
 *
 * A string for the same reason as `consentBoot`.
 */
export const sessionBoot = `(function(w,d){\
var r=d.documentElement,l=w.location;\
try{\
if(l.pathname=='${paths.login}')w.localStorage.removeItem('${hintKey}');\
if(w.localStorage.getItem('${hintKey}'))r.setAttribute('${hintAttribute}','')\
}catch(e){}\
if(l.search=='?signed-out=1'){r.setAttribute('data-signed-out','');w.history.replaceState(null,'',l.pathname)}\
})(window,document)`
