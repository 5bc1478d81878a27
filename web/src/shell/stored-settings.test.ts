import { describe, expect, it } from 'vitest';
import { DEFAULTS, readSettings } from './stored-settings';

describe('stored settings', () => {
  it('keeps what it understands', () =>
    expect(readSettings('{"theme":"dark","sounds":{"bell":false},"bots":3,"muted":true}')).toMatchObject({
      theme: 'dark',
      bots: 3,
      muted: true,
      sounds: { bell: false, card: true },
    }));
  it.each([null, '', 'nonsense', '[]', '42', '{"theme":"pink","bots":99,"sounds":7}'])(
    '%j gives the defaults',
    (text) => expect(readSettings(text)).toEqual(DEFAULTS),
  );
});
