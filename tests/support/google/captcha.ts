/**
 * Google's captcha: its configuration, a stand-in for its script, and the check of its tokens. Like the real one, the script
 * loads a second one from another host, opens a frame and sends a report.
 */
import { type Answer, type Call, ok, type Project, refusal } from './project'
import { captchaToken } from './second-factors'

/** `/v2/recaptchaConfig`: which sign-ins need a token, and the key to get one. */
export function captchaConfig(_call: Call, { captcha, projectId }: Project): Answer {
  const enforcementState = captcha ? 'ENFORCE' : 'OFF'
  return ok({
    ...(captcha?.siteKey && { recaptchaKey: `projects/${projectId}/keys/${captcha.siteKey}` }),
    recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState }],
  })
}

/** Why a call gets no answer; null if it has a token for this action, or needs none. */
export function captchaRefusal(
  { body: { captchaResponse, captchaResp } }: Call,
  { captcha }: Project,
  action: 'signInWithPassword' | 'signUpPassword' | 'getOobCode',
): Answer | null {
  if (!captcha) return null
  // Requests for emails name the field differently.
  const token = action === 'getOobCode' ? captchaResp : captchaResponse
  if (token === undefined) return refusal('MISSING_RECAPTCHA_TOKEN')
  return token === `${captcha.siteKey} ${action}` ? null : refusal('INVALID_RECAPTCHA_TOKEN')
}

const google = 'https://www.google.com/recaptcha'
const second = 'https://www.gstatic.com/recaptcha/releases/stand-in/recaptcha__en.js'

/** `/recaptcha/enterprise.js?render=KEY&onload=NAME`: only loads the second script. */
export const captchaScript = () =>
  script(`
    const loading = document.createElement('script')
    loading.src = '${second}?onload=' + onload
    document.head.append(loading)`)

/** Gives a token once its frame is loaded and its report sent. */
export const captchaSecondScript = () =>
  script(`
    const anchor = document.createElement('iframe')
    const framed = new Promise((resolve) => (anchor.onload = resolve))
    anchor.src = '${google}/enterprise/anchor'
    anchor.title = 'reCAPTCHA'
    document.body.append(anchor)
    const execute = async (siteKey, { action }) => {
      await Promise.all([framed, fetch('${google}/enterprise/clr', { method: 'POST', body: '{}' })])
      return siteKey + ' ' + action
    }
    window.grecaptcha = { enterprise: { ready: (isReady) => isReady(), execute } }
    window[onload]()`)

/** `/recaptcha/api.js?onload=NAME`, needed before an SMS. A click on its button passes. */
export const robotScript = () =>
  script(`
    const button = document.createElement('button')
    button.textContent = 'I am not a robot'
    const render = (place, { callback }) => {
      const frame = document.createElement('iframe')
      frame.src = '${google}/api2/anchor'
      place.append(frame)
      button.onclick = () => {
        button.remove()
        callback('${captchaToken}')
      }
      return 1
    }
    const execute = () => document.body.append(button)
    window.grecaptcha = { getResponse: () => '', reset: () => undefined, render, execute }
    window[onload]()`)

function script(body: string): Answer {
  const page = `(() => {
    const onload = new URL(document.currentScript.src).searchParams.get('onload')${body}
  })()`
  return { status: 200, page, headers: { 'Content-Type': 'text/javascript' } }
}

export const captchaFrame = (): Answer => ({
  status: 200,
  page: '<title>reCAPTCHA</title>',
  headers: { 'Content-Type': 'text/html' },
})
