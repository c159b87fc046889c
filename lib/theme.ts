import { colors } from './site/brand'

/** The themes that a visitor can choose in the footer; `system` follows the device and stores nothing. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The key in local storage. */
export const themeKey = 'foyer-theme'

/**
 * Inline script in every page's head: shows the chosen theme before the first paint, and when it changes here or in another
 * tab (`storage`). Its `theme-color` comes first in the head, so it wins over those for the device's theme; by its capitals React
 * doesn't take it for one of those, and fail to remove it later. A string for the same reason as `consentBoot`; a function, so
 * that browsers load no colours.
 */
export function themeBoot(): string {
  const { light, dark } = colors.paper
  return `(function(w,d){\
function show(t){\
var r=d.documentElement,c=t=='light'?'${light}':t=='dark'&&'${dark}',m=d.getElementById('Theme-Color');\
if(m)m.remove();\
if(!c)return r.removeAttribute('data-theme');\
r.setAttribute('data-theme',t);\
m=d.createElement('meta');m.id=m.name='Theme-Color';m.content=c;d.head.prepend(m)}\
try{show(w.localStorage.getItem('${themeKey}'))}catch(e){}\
w.addEventListener('storage',function(e){if(e.key=='${themeKey}'||!e.key)show(e.newValue)})\
})(window,document)`
}
