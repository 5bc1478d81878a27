import base from './playwright.config';

/** `make pictures`: generates docs/images by playing, one after the other so that they always look the same. */
export default { ...base, testDir: './pictures', workers: 1, use: { ...base.use, actionTimeout: 30_000 } };
