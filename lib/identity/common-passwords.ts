/**
 * The 1,800 most common passwords of at least eight characters, without the coarsest. From @zxcvbn-ts/language-common 3.0.4
 * (`src/passwords.json`). Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., MIT License
 * (https://opensource.org/license/mit). 8 KB gzip, so it loads with the first password that is long enough.
 */
import list from './common-passwords.json'

const commonPasswords = new Set(list)

/** Whether a password is in the list, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
