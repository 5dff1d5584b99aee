import type { Locale } from '#vocabulary/locale.ts'

export type MailboxTexts = {
  title: string
  promise: string
  portal: string
  reload: string
  none: string
  noneHint: string
  choose: string
  all: string
  to: string
  sms: string
  plain: string
  files: string
}

/** The texts of the demo mailbox. */
export const mailboxTexts: Record<Locale, MailboxTexts> = {
  es: {
    title: 'Buzón de la demostración',
    promise: 'Aquí llegan los correos y los SMS que envía el portal.',
    portal: 'Ir al portal',
    reload: 'Comprobar si hay más',
    none: 'Aún no hay mensajes',
    noneHint: 'Paga una factura o cambia tu contraseña y el aviso aparece aquí en unos segundos.',
    choose: 'Elige un mensaje para leerlo.',
    all: 'Todos los mensajes',
    to: 'Para {address}',
    sms: 'SMS',
    plain: 'El mismo correo como texto',
    files: 'Archivos adjuntos',
  },
  ca: {
    title: 'Bústia de la demostració',
    promise: 'Aquí arriben els correus i els SMS que envia el portal.',
    portal: 'Ves al portal',
    reload: 'Comprova si n’hi ha més',
    none: 'Encara no hi ha missatges',
    noneHint: 'Paga una factura o canvia la contrasenya i l’avís apareix aquí en uns segons.',
    choose: 'Tria un missatge per llegir-lo.',
    all: 'Tots els missatges',
    to: 'Per a {address}',
    sms: 'SMS',
    plain: 'El mateix correu com a text',
    files: 'Fitxers adjunts',
  },
  en: {
    title: 'Demonstration mailbox',
    promise: 'The emails and text messages the portal sends arrive here.',
    portal: 'Go to the portal',
    reload: 'Check for more',
    none: 'No messages yet',
    noneHint: 'Pay an invoice or change your password, and the message is here within seconds.',
    choose: 'Choose a message to read it.',
    all: 'All messages',
    to: 'To {address}',
    sms: 'SMS',
    plain: 'The same email as plain text',
    files: 'Attached files',
  },
  gl: {
    title: 'Caixa de correo da demostración',
    promise: 'Aquí chegan os correos e os SMS que envía o portal.',
    portal: 'Ir ao portal',
    reload: 'Comprobar se hai máis',
    none: 'Aínda non hai mensaxes',
    noneHint: 'Paga unha factura ou cambia o contrasinal e o aviso aparece aquí nuns segundos.',
    choose: 'Escolle unha mensaxe para lela.',
    all: 'Todas as mensaxes',
    to: 'Para {address}',
    sms: 'SMS',
    plain: 'O mesmo correo como texto',
    files: 'Ficheiros adxuntos',
  },
  fr: {
    title: 'Boîte aux lettres de la démonstration',
    promise: 'Les e-mails et les SMS envoyés par l’espace client arrivent ici.',
    portal: 'Aller à l’espace client',
    reload: 'Relever le courrier',
    none: 'Pas encore de messages',
    noneHint: 'Payez une facture ou changez votre mot de passe : le message arrive ici en quelques secondes.',
    choose: 'Choisissez un message pour le lire.',
    all: 'Tous les messages',
    to: 'À {address}',
    sms: 'SMS',
    plain: 'Le même e-mail en texte brut',
    files: 'Pièces jointes',
  },
  de: {
    title: 'Postfach der Demonstration',
    promise: 'Hier kommen die E-Mails und SMS an, die der Kundenbereich sendet.',
    portal: 'Zum Kundenbereich',
    reload: 'Nach neuen Nachrichten sehen',
    none: 'Noch keine Nachrichten',
    noneHint: 'Bezahle eine Rechnung oder ändere dein Passwort, und die Nachricht ist in wenigen Sekunden hier.',
    choose: 'Wähle eine Nachricht aus, um sie zu lesen.',
    all: 'Alle Nachrichten',
    to: 'An {address}',
    sms: 'SMS',
    plain: 'Dieselbe E-Mail als reiner Text',
    files: 'Angehängte Dateien',
  },
}
