import base from './playwright.config';

/** `make legibility`: screenshots of full boards, for the classifier in tools/legibility. */
export default { ...base, testDir: './legibility', workers: 1, fullyParallel: false };
