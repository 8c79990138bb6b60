/** The time zone in which the site and the console show the award's times (specification, section 9). */
export const DISPLAY_TIME_ZONE = 'Europe/Kyiv';
