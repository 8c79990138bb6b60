import type { ReminderStep } from '@laurel/contracts/console/calls/messages';
import { dayInWords, type FrameTexts, type MailTexts, paragraphsOf } from './mail-content.ts';

const hello = (name: string | undefined): string => (name === undefined ? 'Hello,' : `Hello ${name},`);

/** What comes next, by the step. */
const NEXT_STEP: Readonly<Record<ReminderStep, string>> = {
  email: 'Next, you confirm your email: log in with your password and enter the code that we send you.',
  two_factor: 'Next, you link an authenticator app, which protects your vote.',
  phone: 'Next, you confirm your phone number with a code.',
  social: 'Next, you connect Telegram or Instagram. It is the last step before the vote.',
  vote: 'Everything is confirmed: choose whom you vote for.',
};

export const mailEn: MailTexts = {
  email_code: ({ code }, { name, brand }) => ({
    subject: `Your ${brand} confirmation code`,
    preview: 'Enter it on the site to confirm your email.',
    heading: 'Confirm your email',
    body: [hello(name), 'Enter this code on the site to confirm your email.'],
    code,
    notes: [
      'The code works for 30 minutes. After that, ask for a new one on the site.',
      'If you did not sign up, you can ignore this email: nobody can use your address without the code.',
    ],
  }),
  password_code: ({ code }, { name, brand }) => ({
    subject: `Reset your ${brand} password`,
    preview: 'Enter the code on the site and choose a new password.',
    heading: 'Choose a new password',
    body: [hello(name), 'Enter this code on the site, then choose a new password.'],
    code,
    notes: [
      'The code works for 30 minutes. A new password logs you out on every device.',
      'If you did not ask for this, you can ignore this email: your password stays the same.',
    ],
  }),
  social_approved: ({ tag, phoneVerified }, { name }) => ({
    subject: 'Your Instagram account is verified',
    preview: `@${tag} is now connected to your account.`,
    heading: 'Instagram verified',
    body: [
      hello(name),
      `The organisers checked @${tag}: it is yours, and it is now connected to your account.`,
      phoneVerified
        ? 'Nothing more is needed: you can vote in every category while voting is open.'
        : 'Once your phone number is confirmed too, you can vote in every category.',
    ],
    action: 'See the nominations',
    notes: [],
  }),
  social_rejected: ({ tag, offersTelegram }, { name }) => ({
    subject: 'Your Instagram account was not verified',
    preview: `We could not confirm @${tag}. Here is what to check.`,
    heading: 'Not verified yet',
    body: [
      hello(name),
      `We could not confirm that @${tag} is yours and follows our page.`,
      `Please check three things: the username is written exactly as in your profile, you follow our page, and, if the site asked you to send us a code, it was sent from this very account. Then submit the username again${offersTelegram ? ', or connect Telegram instead' : ''}.`,
    ],
    action: 'Try again on the site',
    notes: [],
  }),
  test: (_message, { brand }) => ({
    subject: `${brand}: a test email`,
    preview: 'Nothing to do: an organiser tests whether emails arrive.',
    heading: 'Emails arrive',
    body: ['An organiser sent this email from the console to test whether emails arrive.', 'There is nothing to do.'],
    notes: ['Voters get their codes and notices from the same sender.'],
  }),
  invitation: ({ by, link }, { name, brand }) => ({
    subject: `${brand}: an invitation to the organisers’ console`,
    preview: 'Make a passkey with the link. It works once, for 24 hours.',
    heading: 'You are invited to the team',
    body: [
      hello(name),
      `${by} invites you to the organisers’ console of ${brand}. Open the link on the device that you will use, and make a passkey there.`,
    ],
    action: 'Open the invitation',
    actionUrl: link,
    notes: [
      'The link works once, for 24 hours. Keep it to yourself: the first person who opens it joins the team.',
      'If you did not expect this, you can ignore this email.',
    ],
  }),
  kit: ({ name: nominee, link }, { brand }) => ({
    subject: `${nominee} is nominated: ${brand}`,
    preview: 'Badges, pictures and texts to invite your people to vote.',
    heading: `${nominee} is nominated`,
    body: [
      'Hello,',
      `${nominee} is a nominee of ${brand}. We made a kit for you: a page of your own, badges, pictures for posts and stories, a QR code, texts, and a button for your website.`,
    ],
    action: 'Open the kit',
    actionUrl: link,
    notes: [
      'The link is for your team: nobody needs an account for it. If somebody else got it, ask us for a new one.',
    ],
  }),
  cluster_alarm: ({ likely, votes, groups, why, link }, { name, brand }) => ({
    subject: `${brand}: ${votes} votes${groups > 1 ? ` in ${groups} groups` : ''} ${likely ? 'look' : 'may be'} bought`,
    preview: 'Open the console to see why.',
    heading: 'Suspicious votes',
    body: [
      hello(name),
      ...paragraphsOf(why),
      'Nothing is left out of the count by itself: look at the reasons, then decide.',
    ],
    action: 'See the console',
    actionUrl: link,
    notes: ['You asked for this in the console. To stop it, choose your name there.'],
  }),
  hook_off: ({ host, since }, { name, brand }) => ({
    subject: `${brand}: a webhook was switched off`,
    preview: 'It has accepted nothing for days.',
    heading: 'A webhook was switched off',
    body: [
      hello(name),
      `The webhook at ${host} has accepted nothing since ${since.slice(0, 10)}, so it is called no more.`,
      'Nothing is lost: send one of its calls again in the console, under Integrations, and it gets what it missed in the last 30 days.',
    ],
    notes: [],
  }),
  account_unlocked: (_message, { name, brand }) => ({
    subject: `${brand}: you can try again`,
    preview: 'The organisers cleared the attempts that were counted for your account.',
    heading: 'You can try again',
    body: [
      hello(name),
      'The organisers cleared the attempts that were counted for your account, so wrong passwords and codes no longer hold you up.',
      'Nothing else has changed: your password, your authenticator and your votes are as they were.',
    ],
    action: 'Go to the site',
    notes: ['If you did not ask the organisers for this, write to them.'],
  }),
  two_factor_reset: (_message, { name, brand }) => ({
    subject: `${brand}: your authenticator was removed`,
    preview: 'At your next login you set up an authenticator again.',
    heading: 'Your authenticator was removed',
    body: [
      hello(name),
      'The organisers removed the authenticator and the backup codes from your account, and logged you out on every device.',
      'Log in with your password, and the site helps you to set up an authenticator again. Your votes are as they were.',
    ],
    action: 'Log in',
    notes: ['If you did not ask the organisers for this, write to them at once, and choose a new password.'],
  }),
  factor_changed: ({ change }, { name, brand }) => ({
    subject: `${brand}: a way to log in was ${change}`,
    preview: 'What proves your login besides the password has changed.',
    heading: `A way to log in was ${change}`,
    body: [
      hello(name),
      change === 'added'
        ? 'Another device or app now proves your login besides the password.'
        : 'A device no longer proves your login besides the password. You are logged out on every device.',
    ],
    notes: ['If this was not you, choose a new password at once, and write to the organisers.'],
  }),
  address_changed: ({ isNew }, { name, brand }) => ({
    subject: isNew ? `${brand}: log in with this address` : `${brand}: your account has another address`,
    preview: 'The organisers changed the address of your account.',
    heading: isNew ? 'This is now your address' : 'Your account has another address',
    body: [
      hello(name),
      isNew
        ? 'The organisers gave your account this address. Log in with it, and with your password as before.'
        : 'The organisers gave your account another address, so this one logs in no longer.',
      'You are logged out on every device. Your password, your authenticator and your votes are as they were.',
    ],
    ...(isNew ? { action: 'Log in' } : {}),
    notes: [
      isNew
        ? 'If you have no account with us, you can ignore this email.'
        : 'If you did not ask the organisers for this, write to them at once.',
    ],
  }),
  account_unused: ({ usedAt, erasedAfter }, { name, brand }) => ({
    subject: `${brand}: log in to keep your account`,
    preview: 'Nobody has used it for a long time. If that stays so, we erase it in a month.',
    heading: 'Log in to keep your account',
    body: [
      hello(name),
      `Nobody has logged in to your account since ${dayInWords(usedAt, 'en')}. We keep personal data only as long as it is needed, so we erase the account after ${dayInWords(erasedAfter, 'en')}.`,
      'To keep it, log in by that day. There is nothing else to do.',
      'If nobody logs in, your name, email and phone number are erased. Votes that you cast stay recorded, without a link to you. The account can’t be restored then, and nobody can vote again with the same email, phone number or social account.',
    ],
    action: 'Log in to keep it',
    notes: ['If you no longer want the account, you can ignore this email.'],
  }),
  winners_announced: ({ stopUrl }, { name, brand }) => ({
    subject: `${brand}: the winners are in`,
    preview: 'See who won, and which of your choices did.',
    heading: 'The winners are in',
    body: [
      hello(name),
      `The winners of ${brand} are announced. You voted, and you asked us to tell you.`,
      'Log in to see your choices beside the winners, with a picture of them to share.',
    ],
    action: 'See the winners',
    stopUrl,
    notes: [`You asked for this email after your last vote. If you want no such email: ${stopUrl}`],
  }),
  reminder: ({ step, last, resumeUrl, stopUrl }, { name, brand }) => ({
    subject: last ? `${brand}: voting closes soon` : `${brand}: you have not voted yet`,
    preview: 'Go on where you stopped.',
    heading: last ? 'Voting closes soon' : 'You have not voted yet',
    body: [
      hello(name),
      last ? 'Voting closes in less than a day, and you have not voted yet.' : 'You began, and have not voted yet.',
      NEXT_STEP[step],
    ],
    action: 'Go on where I stopped',
    actionUrl: resumeUrl,
    stopUrl,
    notes: [
      'If you did not sign up, you can ignore this email.',
      `We send at most two such emails a year. If you want none: ${stopUrl}`,
    ],
  }),
  exclusion_applied: ({ decision, reason, objectUrl, decisionsUrl }, { name, brand }) => ({
    subject: `${brand}: votes of yours are not counted`,
    preview: 'Why the organisers decided so, and how to object.',
    heading: 'Votes of yours are not counted',
    body: [
      hello(name),
      `The organisers of ${brand} decided to leave some votes out of the count, and votes of yours are among them. This is decision ${decision}. Their reason:`,
      ...paragraphsOf(reason),
      'Your votes stay stored as you cast them. If the decision is taken back, they count again.',
      'If you think that this is a mistake, object: write to the organisers in your own words. One of them reads it and answers by email.',
    ],
    action: 'Object to the decision',
    actionUrl: objectUrl,
    notes: ['You can object once, within 14 days.', `All decisions: ${decisionsUrl}`],
  }),
  exclusion_undone: ({ decision, stillHeld, decisionsUrl }, { name, brand }) => ({
    subject: stillHeld ? `${brand}: decision ${decision} was taken back` : `${brand}: your votes count again`,
    preview: 'The organisers took a decision back. There is nothing to do.',
    heading: stillHeld ? `Decision ${decision} was taken back` : 'Your votes count again',
    body: [
      hello(name),
      stillHeld
        ? `The organisers took decision ${decision} back. Another decision still leaves votes of yours out of the count.`
        : `The organisers took decision ${decision} back. The votes of yours that it left out of the count are counted again.`,
      'There is nothing to do.',
    ],
    notes: [`All decisions: ${decisionsUrl}`],
  }),
  objection_answered: ({ decision, answer, decisionsUrl }, { name, brand }) => ({
    subject: `${brand}: the answer to your objection`,
    preview: `The organisers answered your objection to decision ${decision}.`,
    heading: 'The answer to your objection',
    body: [hello(name), `You objected to decision ${decision}. The organisers answer:`, ...paragraphsOf(answer)],
    notes: [`All decisions: ${decisionsUrl}`],
  }),
};

export const frameEn: FrameTexts = {
  test: (subject) => `Test: ${subject}`,
  question: 'Questions? Write to',
  sponsors: (names) => `Partners of the award: ${names}`,
  reason: (brand) => `You received this because your address was given on the ${brand} site.`,
};
