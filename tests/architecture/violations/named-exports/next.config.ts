// @ts-nocheck: keeps to the rules
export default {}
