import type { Language } from '@laurel/contracts/languages';

/** The texts of the page that tests look for. */
export type Words = {
  readonly logIn: string;
  readonly voteFor: (name: string) => string;
  readonly noAccount: string;
  readonly mailboxTick: string;
  readonly mailboxConfirm: string;
  readonly loginTitle: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly repeatPassword: string;
  readonly phone: string;
  readonly signUp: string;
  readonly enterCode: string;
  readonly emailCode: string;
  readonly setupTitle: string;
  readonly qr: string;
  readonly goOn: string;
  readonly appCode: string;
  readonly saved: string;
  readonly send: string;
  readonly smsCode: string;
  readonly nextAttempt: string;
  readonly getLink: string;
  readonly goToBot: string;
  readonly confirmTitle: (name: string) => string;
  readonly cast: string;
  readonly doneTitle: string;
  readonly finishedTitle: string;
  readonly backToPage: string;
  readonly nobodyYet: string;
  readonly yourChoice: string;
  readonly votedFor: string;
  readonly alreadyVoted: string;
  readonly account: (name: string) => string;
  readonly logOut: string;
  readonly support: string;
  readonly forgot: string;
  readonly forgotTitle: string;
  readonly newPassword: string;
  readonly changePassword: string;
  readonly faqTitle: string;
  readonly faq: string;
  readonly haveAccount: string;
  readonly signupTitle: string;
  readonly emailOrPhone: string;
  readonly whyPhone: string;
  readonly phoneQuestion: string;
  readonly backToForm: string;
  readonly choice: (name: string) => string;
  readonly notYet: string;
  readonly missingTitle: string;
  readonly phoneTitle: string;
  readonly socialTitle: string;
  readonly bothMissing: string;
};

export const english: Words = {
  logIn: 'Log in',
  voteFor: (name) => `Vote for ${name}`,
  noAccount: "I don't have an account yet",
  mailboxTick: 'Yes, I can get email at my address',
  mailboxConfirm: 'Continue',
  loginTitle: 'To cast your vote, please log in',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  repeatPassword: 'Repeat password',
  phone: 'Phone',
  signUp: 'Sign up',
  enterCode: 'Enter the code',
  emailCode: 'Code from the email',
  setupTitle: 'Link your authenticator app',
  qr: 'QR code for your authenticator app',
  goOn: 'Continue',
  appCode: 'Code from the app',
  saved: 'I have saved them',
  send: 'Send the code',
  smsCode: 'Code from the SMS',
  nextAttempt: 'Next attempt in:',
  getLink: 'Get link',
  goToBot: 'Go to bot',
  confirmTitle: (name) => `Vote for ${name}?`,
  cast: 'Cast my vote',
  doneTitle: 'Your vote is in',
  finishedTitle: 'You have voted in every category',
  backToPage: 'Done',
  nobodyYet: 'Be the first to vote here.',
  yourChoice: 'Your choice',
  votedFor: 'You voted in this nomination for:',
  alreadyVoted: 'You have already voted in this category.',
  account: (name) => `Your account, ${name}`,
  logOut: 'Log out',
  support: 'Contact support',
  forgot: 'Forgot password?',
  forgotTitle: 'Reset your password',
  newPassword: 'New password',
  changePassword: 'Change password',
  faqTitle: 'Questions and answers',
  faq: 'FAQ',
  haveAccount: 'I already have an account',
  signupTitle: 'To cast your vote, please sign up',
  emailOrPhone: 'Email or phone',
  whyPhone: 'Why my phone?',
  phoneQuestion: 'Why do you ask for my phone?',
  backToForm: 'Back to the form',
  choice: (name) => `You are voting for ${name}`,
  notYet: 'Not yet',
  missingTitle: 'Before you vote',
  phoneTitle: 'Confirm your phone',
  socialTitle: 'Connect a social account',
  bothMissing: 'Confirm your phone number and connect at least one social account to vote',
};

export const ukrainian: Words = {
  logIn: 'Увійти',
  voteFor: (name) => `Голосувати: ${name}`,
  noAccount: 'У мене ще немає акаунта',
  mailboxTick: 'Так, я отримаю лист на свою адресу',
  mailboxConfirm: 'Далі',
  loginTitle: 'Щоб проголосувати, увійдіть',
  name: 'Ім’я',
  email: 'Пошта',
  password: 'Пароль',
  repeatPassword: 'Пароль ще раз',
  phone: 'Телефон',
  signUp: 'Зареєструватися',
  enterCode: 'Ввести код',
  emailCode: 'Код із листа',
  setupTitle: 'Під’єднайте автентифікатор',
  qr: 'QR-код для застосунку-автентифікатора',
  goOn: 'Далі',
  appCode: 'Код із застосунку',
  saved: 'Коди збережено',
  send: 'Надіслати код',
  smsCode: 'Код з SMS',
  nextAttempt: 'Наступна спроба через:',
  getLink: 'Отримати посилання',
  goToBot: 'Перейти до бота',
  confirmTitle: (name) => `Віддати голос: ${name}?`,
  cast: 'Віддати голос',
  doneTitle: 'Ваш голос зараховано',
  finishedTitle: 'Ви проголосували в усіх категоріях',
  backToPage: 'Готово',
  nobodyYet: 'Тут ще ніхто не голосував. Ваш голос буде першим.',
  yourChoice: 'Ваш вибір',
  alreadyVoted: 'У цій категорії ви вже проголосували.',
  votedFor: 'У цій номінації ви проголосували за:',
  account: (name) => `Ваш акаунт: ${name}`,
  logOut: 'Вийти',
  support: 'Написати в підтримку',
  forgot: 'Забули пароль?',
  forgotTitle: 'Відновлення пароля',
  newPassword: 'Новий пароль',
  changePassword: 'Змінити пароль',
  faqTitle: 'Запитання й відповіді',
  faq: 'Запитання й відповіді',
  haveAccount: 'У мене вже є акаунт',
  signupTitle: 'Щоб проголосувати, зареєструйтеся',
  emailOrPhone: 'Пошта або телефон',
  whyPhone: 'Навіщо телефон?',
  phoneQuestion: 'Навіщо вам мій телефон?',
  backToForm: 'Назад до форми',
  choice: (name) => `Ваш вибір: ${name}`,
  notYet: 'Ще подумаю',
  missingTitle: 'Перш ніж голосувати',
  phoneTitle: 'Підтвердьте телефон',
  socialTitle: 'Під’єднайте соцмережу',
  bothMissing: 'Щоб голосувати, підтвердьте номер телефону й під’єднайте хоча б одну соцмережу',
};

/** The texts by language. */
export const wordsByLanguage: Readonly<Record<Language, Words>> = { en: english, uk: ukrainian };
