// Swagger UI has a dark version, which it shows to people whose system is dark. The site is dark for everyone.
document.documentElement.classList.add('dark-mode');
document.documentElement.style.colorScheme = 'dark';
