// @ts-nocheck: a default value
export default ['debug', 'info']
