package dev.assay.model.display;

/**
 * Writes a text as a field of a CSV file. Spreadsheets take a field that begins with =, +, -, @, a tab or a carriage return
 * for a formula and run it, so an apostrophe goes before it, as OWASP advises
 * (owasp.org/www-community/attacks/CSV_Injection). Values are no texts.
 */
public final class SpreadsheetCell {
    private static final char GUARD = '\'';
    private static final String FORMULA = "=+-@\t\r";

    private SpreadsheetCell() {}

    /** Returns the text, with an apostrophe before what would be a formula. */
    public static String of(String text) {
        return begins(text, 0) ? GUARD + text : text;
    }

    /** Returns the text that {@link #of} made the cell from. */
    public static String read(String cell) {
        return !cell.isEmpty() && cell.charAt(0) == GUARD && begins(cell, 1) ? cell.substring(1) : cell;
    }

    private static boolean begins(String text, int at) {
        return text.length() > at && FORMULA.indexOf(text.charAt(at)) >= 0;
    }
}
