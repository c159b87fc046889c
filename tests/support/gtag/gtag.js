/**
 * Stands in for Google's gtag.js, as it was measured: what it hears, holds back, sends and stores under consent mode.
 * Of its own are the parameters `standin.*`: what a test could not see otherwise. The server says who the visitor is.
 */
;(() => {
  const tagId = new URL(document.currentScript.src).searchParams.get('id')
  const collector = `https://www.google-analytics.com/g/collect?v=2&tid=${tagId}`
  const signals = ['ad_storage', 'analytics_storage', 'ad_user_data', 'ad_personalization']
  const batchMs = 100

  const pageId = randomNumber()
  const defaults = {}
  const updates = {}
  const settings = {}
  let clientId = newClientId()
  let hasWorked = false
  let isDefaultLate = false
  let holdTimer = null
  const held = []
  const batch = []
  let sent = 0
  let hits = 0

  function obey(command) {
    // Arrays are not heard at all: gtag has to push its `arguments`.
    if (Object.prototype.toString.call(command) !== '[object Arguments]') return
    const [name, first, second] = command
    if (name === 'consent' && first === 'default') hearDefault(second)
    if (name === 'consent' && first === 'update') hearUpdate(second)
    // Its switches for ads (`ads_data_redaction`, `url_passthrough`) are set by name, and no event tells them.
    if (name === 'set' && typeof first === 'object') Object.assign(settings, first)
    if (name === 'config') configure(second ?? {})
    if (name === 'event') measure(first, second ?? {})
  }

  function hearDefault({ wait_for_update: waitMs, ...values }) {
    // Something has been measured before, as if all were granted.
    isDefaultLate ||= hasWorked
    Object.assign(defaults, values)
    clearTimeout(holdTimer)
    holdTimer = waitMs ? setTimeout(release, waitMs) : null
  }

  function hearUpdate(values) {
    const before = signals.map(isGranted)
    const hadAnalytics = isGranted('analytics_storage')
    Object.assign(updates, values)
    if (hadAnalytics && !isGranted('analytics_storage')) clientId = newClientId()
    release()
    if (!hasWorked) return
    writeCookies()
    const isGrant = signals.some((signal, index) => isGranted(signal) && !before[index])
    if (isGrant) measure('user_engagement', {}, { gcu: '1', gcut: '3', 'ep.ga_temp_client_id': clientId })
  }

  function configure({ send_page_view: sendsPageView = true, ...values }) {
    hasWorked = true
    Object.assign(settings, values)
    writeCookies()
    if (sendsPageView) measure('page_view', {})
  }

  function measure(name, parameters, extra = {}) {
    hasWorked = true
    if (window[`ga-disable-${tagId}`]) return
    const { page_location: location, page_referrer: referrer, ...others } = { ...settings, ...parameters }
    const place = {
      dl: location ?? window.location.href,
      dr: referrer ?? document.referrer,
      dt: document.title,
    }
    const hit = { en: name, ...place, ...extra, ...describeParameters(others), at: performance.now() }
    if (holdTimer === null) send(hit)
    else held.push(hit)
  }

  function describeParameters(parameters) {
    const entries = Object.entries(parameters)
    return Object.fromEntries(
      entries.map(([name, value]) => [`${typeof value === 'number' ? 'epn' : 'ep'}.${name}`, String(value)]),
    )
  }

  function release() {
    clearTimeout(holdTimer)
    holdTimer = null
    for (const hit of held.splice(0)) send(hit)
  }

  /** The first hit of a page goes at once, later ones together. */
  function send({ at, ...parameters }) {
    writeCookies()
    hits += 1
    const standin = {
      'standin.visitor': '{visitor}',
      'standin.held': String(Math.round(performance.now() - at)),
      'standin.late': String(isDefaultLate),
      'standin.signals': describeSignals(),
      'standin.cookies': cookieNames().join(' '),
    }
    const ids = { _p: pageId, _s: String(hits), cid: currentClientId() }
    const query = new URLSearchParams({ ...ids, ...parameters, ...standin })
    batch.push(String(query))
    if (sent === 0) flush()
    else if (batch.length === 1) setTimeout(flush, batchMs)
  }

  function flush() {
    if (batch.length === 0) return
    sent += 1
    navigator.sendBeacon(collector, batch.splice(0).join('\n'))
  }

  function isGranted(signal) {
    return (updates[signal] ?? defaults[signal] ?? 'granted') === 'granted'
  }

  /** Of each signal the default, and what the update has made of it. */
  function describeSignals() {
    return signals.map((signal) => `${defaults[signal] ?? 'unset'}>${updates[signal] ?? ''}`).join(' ')
  }

  function writeCookies() {
    const seconds = Math.round(Date.now() / 1000)
    if (isGranted('analytics_storage')) {
      writeCookie('_ga', `GA1.1.${clientId}`)
      writeCookie(`_ga_${tagId.replace(/^G-/, '')}`, `GS2.1.s${seconds}$o1$g0$t${seconds}`)
    }
    if (isGranted('ad_storage')) writeCookie('_gcl_au', `1.1.${randomNumber()}.${seconds}`)
  }

  /** For the widest domain that the browser takes; an address of numbers has none. */
  function writeCookie(name, value) {
    const labels = location.hostname.split('.')
    const isNumbers = labels.every((label) => /^\d+$/.test(label))
    const domains = isNumbers ? [] : labels.map((_, index) => labels.slice(-index - 1).join('.'))
    for (const domain of [...domains.map((wide) => `; domain=${wide}`), '']) {
      if (cookieNames().includes(name)) return
      // biome-ignore lint/suspicious/noDocumentCookie: as the real one does
      document.cookie = `${name}=${value}; path=/; max-age=34560000; samesite=lax${domain}`
    }
  }

  function currentClientId() {
    const stored = /(?:^|; )_ga=GA1\.1\.([^;]+)/.exec(document.cookie)
    return isGranted('analytics_storage') && stored ? stored[1] : clientId
  }

  function cookieNames() {
    return document.cookie.split('; ').flatMap((pair) => (pair === '' ? [] : pair.split('=', 1)))
  }

  function newClientId() {
    return `${randomNumber()}.${Math.round(Date.now() / 1000)}`
  }

  function randomNumber() {
    return String(Math.floor(Math.random() * 2 ** 31))
  }

  window.addEventListener('pagehide', () => {
    release()
    flush()
  })
  window.dataLayer ??= []
  for (const command of [...window.dataLayer]) obey(command)
  window.dataLayer.push = (...commands) => {
    const length = Array.prototype.push.apply(window.dataLayer, commands)
    for (const command of commands) obey(command)
    return length
  }
})()
