package dev.assay.omb;

public record ForeignFile(String name, String text) {
    /** Returns the name without folders and ending. */
    String title() {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        int dot = last.lastIndexOf('.');
        return dot > 0 ? last.substring(0, dot) : last;
    }
}
