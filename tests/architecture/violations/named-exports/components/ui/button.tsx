// @ts-nocheck: a default by another name
const Button = () => null

export { Button as default }
