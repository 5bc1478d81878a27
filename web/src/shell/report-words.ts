/** The reasons for which a player can be reported. */
import { m } from '../paraglide/messages.js';
import type { ReportPlayer } from '../server/types';

type Reason = ReportPlayer['reason'];

export const REASONS: readonly Reason[] = ['insult', 'cheating', 'spam', 'name', 'other'];

const WORDS: Record<Reason, () => string> = {
  insult: m.report_insult,
  cheating: m.report_cheating,
  spam: m.report_spam,
  name: m.report_name,
  other: m.report_other,
};

export const reasonWord = (reason: Reason): string => WORDS[reason]();
