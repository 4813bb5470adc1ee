/**
 * fast-check. `npm test` fixes the input of all properties by FAIRLEAD_SEED, so that its outcome depends on the code alone. Without it
 * each run has other input: `npx vitest run FILE`, `npm run test:repeat` and `npm run fuzz` look for what nobody has thought of.
 */
import fc from 'fast-check'

const given = process.env.FAIRLEAD_SEED
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })

export default fc
