/** How the site looks: as the device says, or as a visitor chose in the footer. */

/** What can be chosen; `system` follows the device and keeps nothing. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** In local storage. */
export const themeKey = 'foyer-theme'

/** What browsers colour their own parts with: the page's background. */
export const themeColors = { light: '#fbf7f0', dark: '#15121f' } as const

/**
 * Inline script in every page's head: shows the chosen theme before anything is painted, and again when it is chosen here or
 * in another tab (`storage`). Its `theme-color` comes first, so it wins over those that follow the device.
 *
 * A string for the same reasons as `consentBoot`.
 */
export const themeBoot = `(function(w,d){\
function show(t){\
var r=d.documentElement,c=t=='light'?'${themeColors.light}':t=='dark'&&'${themeColors.dark}',m=d.getElementById('theme-color');\
if(m)m.remove();\
if(!c)return r.removeAttribute('data-theme');\
r.setAttribute('data-theme',t);\
m=d.createElement('meta');m.id=m.name='theme-color';m.content=c;d.head.prepend(m)}\
try{show(w.localStorage.getItem('${themeKey}'))}catch(e){}\
w.addEventListener('storage',function(e){if(e.key=='${themeKey}'||!e.key)show(e.newValue)})\
})(window,document)`
