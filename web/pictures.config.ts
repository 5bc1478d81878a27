import base from './playwright.config';

/** `make pictures`: docs/images made anew by playing, one after the other so that they always look the same. */
export default { ...base, testDir: './pictures', workers: 1 };
