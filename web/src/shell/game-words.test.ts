import { describe, expect, it } from 'vitest';
import { mixQuestion, ticketMix } from './game-words';

describe('a mix of tickets', () => {
  it('is told in short and long where the decks are called so', () => {
    expect(ticketMix(['short', 'long'], { short: 3 })).toBe('3 short + 0 long');
    expect(mixQuestion(['short', 'long'], 4)).toBe('How many of your 4 tickets are short, how many long?');
  });

  it("is told in a board's own names for its decks, in their order", () => {
    expect(ticketMix(['coast', 'inland'], { inland: 1, coast: 2 })).toBe('2 × coast + 1 × inland');
    expect(mixQuestion(['coast', 'inland'], 3)).toBe('From which decks do you draw tickets?');
  });
});
