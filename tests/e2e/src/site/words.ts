import type { Language } from '@laurel/contracts/languages';

/** The texts of the page that tests look for. A # stands for a name. */
const wordsIn = (language: Language) => {
  const either = (en: string, uk: string): string => ({ en, uk })[language];
  const named =
    (en: string, uk: string) =>
    (name: string): string =>
      either(en, uk).replace('#', () => name);
  return {
    logIn: either('Log in', 'Увійти'),
    voteFor: named('Vote for #', 'Голосувати: #'),
    noAccount: either("I don't have an account yet", 'У мене ще немає акаунта'),
    mailboxTick: either('Yes, I can get email at my address', 'Так, я отримаю лист на свою адресу'),
    mailboxConfirm: either('Continue', 'Далі'),
    loginTitle: either('To cast your vote, please log in', 'Щоб проголосувати, увійдіть'),
    name: either('Name', 'Ім’я'),
    email: either('Email', 'Пошта'),
    password: either('Password', 'Пароль'),
    repeatPassword: either('Repeat password', 'Пароль ще раз'),
    phone: either('Phone', 'Телефон'),
    signUp: either('Sign up', 'Зареєструватися'),
    enterCode: either('Enter the code', 'Ввести код'),
    emailCode: either('Code from the email', 'Код із листа'),
    setupTitle: either('Link your authenticator app', 'Під’єднайте автентифікатор'),
    qr: either('QR code for your authenticator app', 'QR-код для застосунку-автентифікатора'),
    goOn: either('Continue', 'Далі'),
    appCode: either('Code from the app', 'Код із застосунку'),
    saved: either('I have saved them', 'Коди збережено'),
    send: either('Send the code', 'Надіслати код'),
    smsCode: either('Code from the SMS', 'Код з SMS'),
    nextAttempt: either('Next attempt in:', 'Наступна спроба через:'),
    getLink: either('Get link', 'Отримати посилання'),
    goToBot: either('Go to bot', 'Перейти до бота'),
    confirmTitle: named('Vote for #?', 'Віддати голос: #?'),
    cast: either('Cast my vote', 'Віддати голос'),
    doneTitle: either('Your vote is in', 'Ваш голос зараховано'),
    finishedTitle: either('You have voted in every category', 'Ви проголосували в усіх категоріях'),
    backToPage: either('Done', 'Готово'),
    nobodyYet: either('Be the first to vote here.', 'Тут ще ніхто не голосував. Ваш голос буде першим.'),
    yourChoice: either('Your choice', 'Ваш вибір'),
    votedFor: either('You voted in this nomination for:', 'У цій номінації ви проголосували за:'),
    alreadyVoted: either('You have already voted in this category.', 'У цій категорії ви вже проголосували.'),
    account: named('Your account, #', 'Ваш акаунт: #'),
    logOut: either('Log out', 'Вийти'),
    support: either('Contact support', 'Написати в підтримку'),
    forgot: either('Forgot password?', 'Забули пароль?'),
    forgotTitle: either('Reset your password', 'Відновлення пароля'),
    newPassword: either('New password', 'Новий пароль'),
    changePassword: either('Change password', 'Змінити пароль'),
    faqTitle: either('Questions and answers', 'Запитання й відповіді'),
    faq: either('FAQ', 'Запитання й відповіді'),
    haveAccount: either('I already have an account', 'У мене вже є акаунт'),
    signupTitle: either('To cast your vote, please sign up', 'Щоб проголосувати, зареєструйтеся'),
    emailOrPhone: either('Email or phone', 'Пошта або телефон'),
    whyPhone: either('Why my phone?', 'Навіщо телефон?'),
    phoneQuestion: either('Why do you ask for my phone?', 'Навіщо вам мій телефон?'),
    backToForm: either('Back to the form', 'Назад до форми'),
    choice: named('You are voting for #', 'Ваш вибір: #'),
    notYet: either('Not yet', 'Ще подумаю'),
    missingTitle: either('Before you vote', 'Перш ніж голосувати'),
    phoneTitle: either('Confirm your phone', 'Підтвердьте телефон'),
    socialTitle: either('Connect a social account', 'Під’єднайте соцмережу'),
    bothMissing: either(
      'Confirm your phone number and connect at least one social account to vote',
      'Щоб голосувати, підтвердьте номер телефону й під’єднайте хоча б одну соцмережу',
    ),
  };
};

export type Words = ReturnType<typeof wordsIn>;

export const english = wordsIn('en');

/** The texts by language. */
export const wordsByLanguage: Readonly<Record<Language, Words>> = { en: english, uk: wordsIn('uk') };
