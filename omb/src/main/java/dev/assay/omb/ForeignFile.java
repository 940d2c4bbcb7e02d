package dev.assay.omb;

/** A file of another benchmark. */
public record ForeignFile(String name, String text) {
    /** Its name without folders and ending, for people. */
    String title() {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        int dot = last.lastIndexOf('.');
        return dot > 0 ? last.substring(0, dot) : last;
    }
}
