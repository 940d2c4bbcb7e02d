package dev.assay.omb;

public enum KeyFate {
    /** The scenario has a key of the same meaning. */
    MAPPED("mapped"),
    /** The scenario has a similar key; the note explains the difference. */
    DIFFERS("differs"),
    /** The scenario has no such key; the note explains why. */
    REFUSED("refused"),
    /** The scenario needs the key, but the file lacks it; the note explains the value. */
    ASSUMED("assumed");

    private final String word;

    KeyFate(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
