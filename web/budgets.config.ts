import base from './playwright.config';

/** `make budgets`: size and speed of the client, measured with nothing else running. */
export default { ...base, testDir: './budgets', workers: 1, use: { ...base.use, serviceWorkers: 'allow' } };
