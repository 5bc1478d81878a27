import { m } from '../paraglide/messages.js';
import type { Reacted } from '../server/types';

type Reaction = Reacted['reaction'];

const WORDS: Record<Reaction, () => string> = {
  good_luck: m.reaction_good_luck,
  well_played: m.reaction_well_played,
  wow: m.reaction_wow,
  oops: m.reaction_oops,
  thanks: m.reaction_thanks,
  hurry: m.reaction_hurry,
};

export const REACTIONS = Object.keys(WORDS) as readonly Reaction[];
export const reactionWord = (reaction: Reaction): string => WORDS[reaction]();
