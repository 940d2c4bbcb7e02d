package dev.assay.omb;

/** Says what became of a key of another benchmark. */
public enum KeyFate {
    /** The scenario says the same. */
    MAPPED("mapped"),
    /** The scenario says something near to it; the note tells the difference. */
    DIFFERS("differs"),
    /** Nothing in the scenario stands for it; the note tells why. */
    REFUSED("refused"),
    /** No key says it, but the scenario has to; the note tells where it comes from. */
    ASSUMED("assumed");

    private final String word;

    KeyFate(String word) {
        this.word = word;
    }

    /** Returns the word for people. */
    public String word() {
        return word;
    }
}
